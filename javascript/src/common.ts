// What the package has beside opening a core, and what every system has alike.
export { BOARDS, LEVELS, NICKNAMES, RULE_SETS, VARIANTS } from '../../web/src/generated/lists';
export { Core } from '../../web/src/core/module';
export { CoreError } from '../../web/src/core/core-error';
export type { CoreClient } from '../../web/src/core/remote';
export type * from '../../web/src/core/types';
