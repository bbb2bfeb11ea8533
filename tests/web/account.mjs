#!/usr/bin/env node
// The account page at a real server: a name, an account, another device, and being forgotten.
import { check, findings, finish, holds, launch, openPage, same, shot } from './browser.mjs';
import { Server } from './server.mjs';

const server = new Server();
await server.start();
const browser = await launch();

// A device of somebody's: a browser that shares nothing with the others.
async function device(options) {
    const page = await openPage(browser, options);
    page.on('console', () => {
        // Refusals are wanted here, and browsers write them down.
        page.problems = page.problems.filter((one) => !/status of 4|ERR_/.test(one));
    });
    await page.goto(`${server.url}#/account`);
    await page.waitForSelector('.account');
    return page;
}

const me = (page) => page.evaluate(async () => (await fetch('api/v1/me')).json());

async function fill(page, form, login, password) {
    await page.fill(`#${form}-login`, login);
    await page.fill(`#${form}-password`, password);
    await page.click(`#${form} button[type="submit"]`);
}

const notices = (page) =>
    page.$$eval('.notice', (all) => all.map(({ textContent }) => textContent));

async function says(page, words) {
    try {
        await page.waitForFunction(
            (text) =>
                [...document.querySelectorAll('.notice')].some((one) => one.textContent === text),
            words,
        );
    } catch (error) {
        throw new Error(`"${words}" and not ${JSON.stringify(await notices(page))}\n${error.stack}`);
    }
}

const ada = await device();
const first = await me(ada);

await check('a name is kept; an empty one is refused with a sentence', async () => {
    await ada.fill('#my-name', '  ');
    await ada.click('.my-name button');
    await ada.waitForSelector('.my-name [role="status"]:text("1 to 32 characters")');
    await ada.fill('#my-name', 'Ada');
    await ada.click('.my-name button');
    await ada.waitForSelector('.my-name [role="status"]:text("Saved.")');
    same('Ada', (await me(ada)).name);
});

await check('every bad login and password gets its sentence, and nothing happens', async () => {
    for (const login of ['', 'ab', 'a b c', 'Zoë', 'x@y.z']) {
        await fill(ada, 'make', login, 'long enough');
        await says(
            ada,
            'An account name has 3 to 32 letters (a to z), digits, hyphens or underscores.',
        );
    }
    for (const password of ['', 'seven77', 'p'.repeat(129)]) {
        await fill(ada, 'make', 'ada', password);
        await says(ada, 'A password has 8 to 128 characters.');
    }
    same({ ...first, name: 'Ada' }, await me(ada));
});

await check('the forms carry what password managers look for', async () => {
    const words = (form, field) => ada.getAttribute(`#${form}-${field}`, 'autocomplete');
    same(
        ['username', 'new-password'],
        [await words('make', 'login'), await words('make', 'password')],
    );
    same(
        ['username', 'current-password'],
        [await words('sign-in', 'login'), await words('sign-in', 'password')],
    );
    same('password', await ada.getAttribute('#make-password', 'type'));
});

await check('an account is made, and another device becomes the same person by it', async () => {
    await fill(ada, 'make', 'Ada-1815', 'analytical engine');
    await says(ada, 'Your account has been created. You can sign in with it on any device.');
    await ada.waitForSelector('text=Signed in as ada-1815.');
    await ada.waitForSelector('.hero:has-text("the same on every device where you sign in")');
    same(0, await ada.locator('text=You do not have to sign up').count(), 'for somebody who has');
    same({ ...first, name: 'Ada', login: 'ada-1815' }, await me(ada));
    const phone = await device({ width: 360, height: 740 });
    await fill(phone, 'sign-in', 'ada-1815', 'difference engine');
    await says(phone, 'The account name or the password is wrong.');
    same('', (await me(phone)).login);
    await fill(phone, 'sign-in', 'ADA-1815', 'analytical engine');
    await says(phone, 'You are signed in.');
    same(first.id, (await me(phone)).id);
    await phone.waitForFunction(() => document.querySelector('#my-name')?.value === 'Ada');
    await phone.click('button:text("Sign out")');
    await says(phone, 'You are signed out.');
    holds((await me(phone)).id !== first.id, 'still the same person after signing out');
    await phone.waitForSelector('#sign-in');
    same([], phone.problems);
    await phone.context().close();
});

await check('a new password is taken from whoever knows the old one', async () => {
    same('current-password', await ada.getAttribute('#change-old', 'autocomplete'));
    same('new-password', await ada.getAttribute('#change-password', 'autocomplete'));
    await fill(ada, 'change', 'ada-1815', 'a new password');
    await says(ada, 'Enter your current password.');
    await ada.fill('#change-old', 'difference engine');
    await fill(ada, 'change', 'ada-1815', 'a new password');
    await says(ada, 'That is not your current password.');
    same('a new password', await ada.inputValue('#change-password'));
    same('ada-1815', (await me(ada)).login);
});

// The devices of the list, as they are read.
const devices = (page) =>
    page.$$eval('.sessions .device', (all) => all.map(({ textContent }) => textContent.trim()));
const isDevices = (page, wanted) =>
    page.waitForFunction((text) => {
        const all = [...document.querySelectorAll('.sessions .device')];
        return JSON.stringify(all.map(({ textContent }) => textContent.trim())) === text;
    }, JSON.stringify(wanted));

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';

async function signedIn(options, password) {
    const page = await device(options);
    await fill(page, 'sign-in', 'ada-1815', password);
    await says(page, 'You are signed in.');
    return page;
}

// This browser is somebody new, says so, and offers to sign in again.
async function isSignedOut(page) {
    await page.waitForSelector('.notice:has-text("You have been signed out here.")');
    const now = await me(page);
    holds(now.id !== first.id, 'still the same person');
    same('', now.login);
}

await check('the list shows where one is signed in, and ends one of them', async () => {
    const windows = await signedIn({ userAgent: FIREFOX }, 'analytical engine');
    const phone = await signedIn({ userAgent: IPHONE }, 'analytical engine');
    await ada.reload();
    await isDevices(ada, ['Chrome on Linux This device', 'Safari on iPhone', 'Firefox on Windows']);
    await shot(ada, 'account-sessions');
    await phone.goto(`${server.url}#/tables`); // where a WebSocket is open
    await phone.waitForSelector('.my-account');
    await ada.click('button[aria-label="Sign out there: Safari on iPhone"]');
    await says(ada, 'That device is signed out.');
    await isDevices(ada, ['Chrome on Linux This device', 'Firefox on Windows']);
    await isSignedOut(phone);
    await phone.click('.notice a:text("Sign in")');
    await fill(phone, 'sign-in', 'ada-1815', 'analytical engine');
    await says(phone, 'You are signed in.');
    same(0, await phone.locator('text=You have been signed out here.').count());
    same(first.id, (await me(phone)).id);
    await isDevices(phone, ['Safari on iPhone This device', 'Firefox on Windows', 'Chrome on Linux']);

    await windows.goto(`${server.url}#/tables`);
    await windows.waitForSelector('.my-account');
    await phone.click('button:text("Sign out everywhere else")');
    await says(phone, 'You are signed out everywhere else.');
    await isDevices(phone, ['Safari on iPhone This device']);
    same(0, await phone.locator('button:text("Sign out everywhere else")').count());
    await isSignedOut(windows);
    for (const page of [windows, phone]) {
        same([], page.problems);
        await page.context().close();
    }
});

await check('a device that was signed out shows it with the next look at its account', async () => {
    // No WebSocket is open there: the list says it, and nothing goes round in circles.
    const asked = [];
    ada.on('request', (request) => asked.push(request.url()));
    await ada.goto(`${server.url}#/`);
    await ada.waitForSelector('.hero'); // or it never left
    await ada.goto(`${server.url}#/account`);
    await isSignedOut(ada);
    await ada.waitForSelector('#sign-in');
    holds(asked.filter((url) => url.endsWith('api/v1/me')).length < 6, asked.join('\n'));
    await fill(ada, 'sign-in', 'ada-1815', 'analytical engine');
    await says(ada, 'You are signed in.');
    same(first.id, (await me(ada)).id);
});

await check('who sits at a table and is signed out looks on as somebody else', async () => {
    const tablet = await signedIn({}, 'analytical engine');
    const opened = await tablet.evaluate(async () => {
        const settings = { board: 'transamerica', seats: ['me', 'open'] };
        const response = await fetch('api/v1/tables', {
            method: 'POST',
            body: JSON.stringify(settings),
            headers: { 'content-type': 'application/json' },
        });
        return response.json();
    });
    let sockets = 0;
    tablet.on('websocket', () => {
        sockets += 1;
    });
    await tablet.goto(`${server.url}#/table/${opened.id}`);
    await tablet.waitForSelector('button:text("Stand up")');
    await ada.reload();
    await ada.click('button:text("Sign out everywhere else")');
    await says(ada, 'You are signed out everywhere else.');
    await isSignedOut(tablet);
    await tablet.waitForSelector('button:text("Sit down")');
    await tablet.waitForLoadState('networkidle');
    holds(sockets <= 4, `${sockets} WebSockets were opened`);
    await tablet.context().close();
});

await check('a login of somebody else is refused, a new password replaces the old', async () => {
    const other = await device();
    await fill(other, 'make', 'ADA-1815', 'something else');
    await says(other, 'That account name is taken: choose another.');
    await ada.fill('#change-old', 'analytical engine');
    await fill(ada, 'change', 'ada-1815', 'a new password');
    await says(ada, 'Your account has been changed.');
    await isDevices(ada, ['Chrome on Linux This device']);
    await fill(other, 'sign-in', 'ada-1815', 'analytical engine');
    await says(other, 'The account name or the password is wrong.');
    await fill(other, 'sign-in', 'ada-1815', 'a new password');
    await says(other, 'You are signed in.');
    await other.context().close();
});

await check('whoever guesses is told to wait', async () => {
    const { args } = server;
    server.args = [];
    await server.kill('SIGTERM');
    await server.start();
    const guesser = await device();
    const slow = 'Too many requests in a short time: wait a little and try again.';
    // With others beside it: a slow machine takes longer to judge one guess than to allow another.
    const beside = () =>
        guesser.request
            .post(`${server.url}api/v1/login`, { data: { login: 'ada-1815', password: 'a guess' } })
            .catch(() => undefined);
    for (let i = 0; i < 60 && !(await guesser.textContent('#sign-in')).includes(slow); i += 1) {
        for (let n = 0; n < 6; n += 1) void beside();
        await fill(guesser, 'sign-in', 'ada-1815', `guess number ${i}`);
        await guesser.waitForSelector('#sign-in button:enabled');
    }
    await says(guesser, slow);
    await guesser.context().close();
    server.args = args;
    await server.kill('SIGTERM');
    await server.start();
});

await check('a server that does not answer: a sentence, and what was typed stays', async () => {
    const page = await device();
    await page.context().setOffline(true);
    await fill(page, 'make', 'grace', 'nanoseconds');
    await says(page, 'The server does not answer. Nothing has changed; try again.');
    same('grace', await page.inputValue('#make-login'));
    await page.context().setOffline(false);
    await page.click('#make button[type="submit"]');
    await says(page, 'Your account has been created. You can sign in with it on any device.');
    await page.context().close();
});

await check('everything about me is deleted after two questions and with the password', async () => {
    await ada.click('button:text("Delete everything…")');
    await ada.click('button:text("No, keep it")');
    await ada.click('button:text("Delete everything…")');
    await ada.click('button:text("Yes, go on")');
    await shot(ada, 'account-delete');
    same([], await findings(ada), 'delete');
    await ada.click('button:text("No, keep it")');
    same('ada-1815', (await me(ada)).login);
    await ada.click('button:text("Delete everything…")');
    await ada.click('button:text("Yes, go on")');
    await ada.click('button:text("Delete everything now")');
    await says(ada, 'Enter your current password.');
    same('current-password', await ada.getAttribute('#forget-password', 'autocomplete'));
    await ada.fill('#forget-password', 'analytical engine');
    await ada.click('button:text("Delete everything now")');
    await says(ada, 'That is not your current password.');
    same('ada-1815', (await me(ada)).login);
    await ada.fill('#forget-password', 'a new password');
    await ada.click('button:text("Delete everything now")');
    await says(ada, 'Everything about you has been deleted. This browser is now a new player.');
    const now = await me(ada);
    holds(now.id !== first.id, 'still the same person');
    same(['', ''], [now.name, now.login]);
    same([], ada.problems);
});

await check('a guest deletes everything without a password', async () => {
    const page = await device();
    const { id } = await me(page);
    await page.click('button:text("Delete everything…")');
    await page.click('button:text("Yes, go on")');
    same(0, await page.locator('#forget-password').count());
    await page.click('button:text("Delete everything now")');
    await says(page, 'Everything about you has been deleted. This browser is now a new player.');
    holds((await me(page)).id !== id, 'still the same person');
    await page.context().close();
});

for (const [name, width, colorScheme] of [
    ['small-light', 360, 'light'],
    ['small-dark', 360, 'dark'],
    ['wide-light', 1280, 'light'],
    ['wide-dark', 1280, 'dark'],
]) {
    await check(`axe-core finds nothing on the account page: ${name}`, async () => {
        const page = await device({ width, height: 800, colorScheme });
        await page.click('#make button[type="submit"]');
        await page.waitForSelector('.account .notice');
        same([], await findings(page));
        await shot(page, `account-${name}`, { fullPage: true });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        holds(over <= 0, `the page is ${over} px wider than the screen`);
        await page.context().close();
    });
}

await check('the account page is found from the tables and from the settings', async () => {
    const page = await openPage(browser);
    await page.goto(`${server.url}#/tables`);
    await page.click('.my-name a:text("My account")');
    await page.waitForSelector('#make');
    await page.goto(`${server.url}#/`);
    await page.click('.settings summary');
    await page.click('.settings a:text("My account")');
    await page.waitForSelector('#make');
    holds(!(await page.$('.settings[open]')), 'the settings stay open');
    await page.context().close();
});

await browser.close();
await server.remove();
finish();
