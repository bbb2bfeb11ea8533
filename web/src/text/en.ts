// English: the catalogue that the others must match, message by message.
//
// {name} is a value; where a message has plural forms, {n} decides between them by Intl's rules.
import type { Message } from './index';

const en = {
    // Frame
    pages: 'Pages',
    skipToMain: 'Skip to the content',
    language: 'Language',
    settings: 'Settings',
    pace: 'Bots play',
    paceCalm: 'Calmly',
    paceQuick: 'At once',
    sound: 'Sounds',
    notify: 'My turn',
    notifyOff: 'No notification',
    notifyOn: 'Notify me',
    soundOff: 'Off',
    soundOn: 'On',
    theme: 'Colours',
    themeAuto: 'System colours',
    themeLight: 'Light',
    themeDark: 'Dark',
    loading: 'Loading…',
    failed: 'That did not work: {text}',
    game: 'Game',
    replay: 'Replay',

    // Start page
    startTitle: 'Lay the track that joins your five cities',
    startText:
        'TransAmerica and Trans Europa, free and open: against bots, with friends on one screen, also offline.',
    playSummary: '{board} · {players} · {level}',
    playersCount: { one: '{n} player', other: '{n} players' },
    continueGame: 'Continue your game',
    playHere: 'Play here',
    play: 'Play',
    board: 'Board',
    boardAmerica: 'The United States. The classic to begin with.',
    boardEuropa: 'Europe with ferries and coloured tracks.',
    boardClassic: 'Europe by the rules of TransAmerica.',
    against: 'Who plays',
    againstBots: 'Me against bots',
    onOneScreen: 'Several people on this screen',
    players: 'Players',
    level: 'Level',
    levelEasy: 'Easy',
    levelMedium: 'Medium',
    levelHard: 'Hard',
    levelExpert: 'Expert',
    person: 'Person',
    you: 'You',
    seatKind: 'Who plays seat {seat}',
    nameOf: 'Name of seat {seat}',
    playerNumber: 'Player {n}',
    addSeat: 'Add a seat',
    removeSeat: 'Remove a seat',
    variants: 'Variants',
    variantOpen: 'Open cards',
    variantOpenAbout: 'All cards lie face up; as many rounds as players.',
    variantBlocking: 'Blocking',
    variantBlockingAbout: 'Start markers may move and block the way of the others.',
    variantPrivate: 'Private tracks',
    variantPrivateAbout: 'Everybody has three tracks that nobody else may use.',
    withFriends: 'With friends',
    tables: 'Tables',
    noServer: 'Tables over the network need a Railhead server; this page has none behind it.',
    learn: 'Learn to play',
    learnText: 'Try it on the board in three minutes, or read the rules.',
    learnButton: 'Read the rules',
    records: 'Watch a game again',
    recordDrop: 'Drop a game record (.rail) here, or choose one:',
    recordTooLong: '{name} is too long for a game record.',
    recordUnreadable: '{name} cannot be read.',
    recordFault: 'This record cannot be shown. Line {line}: {text}',
    storageDenied:
        'This browser keeps nothing for this page: a reload ends the game. Save the record if you want to keep it.',
    storageFull:
        'The game could not be kept in this browser: a reload would lose it. Save the record to be safe.',

    // Players
    seatNumber: 'Seat {seat}',
    botNamed: '{level} {seat}',
    thinking: 'is thinking',
    startingPlayer: 'Starting player of this round',

    // A turn
    dealing: 'The cards are being dealt.',
    turnOf: 'It is the turn of {name}.',
    isThinking: '{name} is thinking…',
    placeMarker: 'Your turn: choose a junction for your start marker.',
    confirmMarker: 'Start marker on {place}. Confirm, or choose another junction.',
    layTracks: 'Your turn: lay one or two tracks, or one on a double line.',
    layAnother: 'Lay a second track, or confirm.',
    turnIsFull: 'Your turn is complete: confirm it.',
    mustPass: 'You cannot lay a track anywhere: pass.',
    confirm: 'Confirm',
    pass: 'Pass',
    undo: 'Undo',
    reset: 'Start over',
    ownTrack: { one: 'My colour ({n} left)', other: 'My colour ({n} left)' },
    moveMarker: 'Move marker',
    hint: 'Hint',
    hintAsked: 'Thinking…',
    hintTitle: 'The expert would play',
    hintLost: { one: 'expects {n} lost point', other: 'expects {n} lost points' },
    showMissing: 'What do I miss?',
    plan: 'Plan',
    clearPlan: 'Clear plan',
    planning: 'Planning: click lines to sketch them; only you see them.',
    keyPlan: 'Key K',
    missingCost: { one: '{n} missing', other: '{n} missing' },
    markerStayed: 'The round is over, so your marker stays where it was (V2).',
    connectionLost: 'The connection to the server is lost. Trying again…',
    entryLabel: 'Type a turn',
    entryButton: 'Enter',
    entryBad: '“{word}” is no junction, city or line of this board.',
    keyConfirm: 'Key F',
    keyUndo: 'Key U',
    keyReset: 'Key R',
    keyHint: 'Key H',
    keyOwn: 'Key O',
    keyMove: 'Key V',
    keyMissing: 'Key M',

    // The table
    yourCities: 'Your cities',
    cityReached: 'reached',
    cityOpen: 'not reached',
    cardsHidden: 'cards hidden',
    roundNumber: 'Round {round}',
    supplyLeft: { one: '{n} track left.', other: '{n} tracks left.' },
    scoreTrack: 'Points',
    pointsShort: { one: '{n} point', other: '{n} points' },
    barrierAt: {
        one: 'The game ends at {n} point or fewer.',
        other: 'The game ends at {n} points or fewer.',
    },
    noBarrier: 'The game lasts as many rounds as there are players.',
    log: 'What happened',
    nothingYet: 'Nothing has happened yet.',
    saveRecord: 'Save the record',

    // Turns in words
    turnPass: 'no track possible',
    turnPlace: 'start marker on {place}',
    turnOwnTrack: '{line} (own colour)',
    turnMove: 'marker to {place}',
    logRound: 'Round {round}. First: {name}.',
    logTurn: '{name}: {turn}',
    logReaching: ', reaching {cities}',
    logMeeting: ', joining {names}',
    logConnected: 'All five cities joined by {names}.',
    logNobody: 'The round ends without anybody being connected.',

    // The end of a round
    roundOver: 'Round {round} is over',
    gameOver: {
        one: 'The game is over. Winner: {names}',
        other: 'The game is over. Winners: {names}',
    },
    connected: 'connected',
    lostPoints: { one: 'loses {n} point', other: 'loses {n} points' },
    showMissingOf: 'Show what {name} misses',
    showAllMissing: 'Show all',
    skip: 'Skip',
    nextRound: 'Next round',
    newGame: 'New game',
    waitingForOthers: 'Waiting for the others…',
    barrierMoved: {
        one: 'The barrier moves: {n} point or fewer ends the game.',
        other: 'The barrier moves: {n} points or fewer end the game.',
    },

    // The curtain
    curtainTitle: '{name}, it is your turn',
    curtainText: 'Everybody else looks away while the cards are open.',
    curtainLift: 'I am {name}',

    // The map for the keyboard and screen readers
    mapOf: 'Map: {name}',
    mapKeys:
        'Enter goes onto the lattice, arrows walk along it, the digits 7 9 4 6 1 3 choose a line, Enter lays it. Plus and minus zoom.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomReset: 'Whole map',
    lineSingle: '{line}',
    lineDouble: '{line}, double',
    lineFerry: '{line}, ferry',
    labelFree: 'can be laid',
    labelEmpty: 'no track',
    labelTrack: 'track laid',
    labelHalf: 'half built',
    labelMine: 'your city',
    labelMarker: 'start marker of seat {seat}',

    // Replay
    replayStart: 'Before the first deal',
    replaySlider: 'Place in the game',
    replayAt: '{n} of {all}',
    toStart: 'To the start',
    toEnd: 'To the end',
    stepBack: 'One step back',
    stepOn: 'One step on',
    run: 'Run',
    pause: 'Pause',

    // Tables at a server
    seatFree: 'free',
    tableOpen: 'open',
    tableRunning: 'running',
    tableFinished: 'finished',
    tableClosed: 'closed',
    nameKept: 'Kept.',
    myName: 'My name',
    keepName: 'Keep',
    openTables: 'Open tables',
    noTables: 'No public table is open. Open one.',
    myGames: 'My games',
    noGames: 'You have not played at this server yet.',
    newTable: 'New table',
    friends: 'Other people',
    bots: 'Bots',
    clock: 'Clock',
    clockNone: 'None',
    clockLive: '5 minutes, 15 seconds a turn',
    clockSlow: '2 days a turn',
    whoMaySit: 'Who may sit down',
    onlyInvited: 'Only with my link',
    everybody: 'Everybody',
    openTable: 'Open the table',
    isHere: 'here',
    isNotHere: 'not here',
    sitDown: 'Sit down',
    standUp: 'Stand up',
    tableWaiting: 'The table',
    shareLink: 'Link to share',
    copy: 'Copy',
    copied: 'Copied',
    startGame: 'Start the game',
    fillWithBots: 'Fill with bots',
    closeTable: 'Close the table',
    waitingForHost: 'Waiting for the host to start.',
    chatLines: 'What was said',
    chatSay: 'Say',
    send: 'Send',
    noSuchTable: 'This table cannot be shown: {text}',
    botPlaysForMe: 'A bot plays for you.',
    hoursLeft: { one: '{n} hour', other: '{n} hours' },
    iAmBack: 'I am back',
    whoIsAway: 'a bot plays',
    youWatch: 'You are watching: all hands stay hidden until the round is over.',
    watching: { one: '{n} person is watching', other: '{n} people are watching' },
    leave: 'Leave',
    leaveAbout: 'A bot plays for you until you are back.',
    waitsLong: 'Everybody has been waiting for {name} for more than two minutes.',
    letBotPlay: 'Let a bot play',
    onlooker: 'A spectator',
    mute: 'Mute {name}',
    giveWord: 'Let {name} speak',
    isMuted: 'The host has muted {name}.',
    isHeard: '{name} may speak again.',
    iAmMuted: 'The host has muted you: you can read, but not write.',
    chat: { one: 'Talk ({n} line)', other: 'Talk ({n} lines)' },

    // Who I am at a server
    account: 'My account',
    accountText:
        'Nothing to sign up for: this browser knows you. An account takes you to other devices.',
    login: 'Account name',
    password: 'Password',
    loginBad: 'An account name has 3 to 32 letters (a to z), digits, hyphens or underscores.',
    passwordBad: 'A password has 8 to 128 characters.',
    loginTaken: 'Somebody else has that account name: choose another.',
    loginWrong: 'The account name or the password is wrong.',
    nameBad: 'A name has 1 to 32 characters.',
    makeAccount: 'Make an account',
    makeAccountText:
        'Your name, games and seats stay yours, on every device that you sign in on. There is no way to get a lost password back.',
    makeAccountButton: 'Make the account',
    accountMade: 'The account is made. You can sign in with it on any device.',
    signIn: 'Sign in on this device',
    signInText:
        'This browser becomes the person of that account. What was played in it without an account stays with nobody.',
    signInButton: 'Sign in',
    signedIn: 'You are signed in.',
    thisDevice: 'This device',
    signedInAs: 'Signed in as {login}.',
    signOut: 'Sign out',
    signOutText: 'This browser becomes somebody new; your games wait until you sign in again.',
    signedOut: 'You are signed out.',
    changeAccount: 'Change the account',
    changeAccountText:
        'A new password, a new account name, or both. Devices that are signed in stay so.',
    changeAccountButton: 'Change it',
    accountChanged: 'The account is changed.',
    forget: 'Delete everything about me',
    forgetText:
        'Your name, account, uploads and what you wrote are deleted for good. Games stay for the others, without your name.',
    forgetButton: 'Delete everything…',
    forgetFirst: 'Do you want to delete everything about you at this server?',
    forgetGoOn: 'Yes, go on',
    forgetSecond: 'Nobody can bring it back. Delete it now?',
    forgetNow: 'Delete everything now',
    forgetNo: 'No, keep it',
    forgotten: 'Everything about you is deleted. This browser is somebody new.',
    errorNetwork: 'The server does not answer. Nothing has changed; try again.',
    errorSlow: 'That was too often in a short time: wait a little and try again.',
    errorStore: 'The server could not keep it, and nothing has changed; try again.',
    errorStopping: 'The server is about to stop: try again in a minute.',
    errorMissing: 'There is no such thing at this server (any more).',
    errorSize: 'That is too long for the server.',

    // The tutorial
    tutorTitle: 'Try it on the board',
    tutorStep: 'Step {n} of {all}',
    tutorNext: 'Next',
    tutorAgain: 'Once more',
    tutorOther: 'That is a fine turn too, but here something else was meant. Try once more.',
    tutorHand:
        'These five cities are yours: one of each colour, lit on the map. Nobody else knows them. Your aim is to have all of them joined by track before the others have joined theirs.',
    tutorPlace:
        'A round begins with start markers. Click a junction near the middle of your cities, such as Salt Lake City, and confirm.',
    tutorPlaceDone: 'From here your network will grow.',
    tutorLay:
        'In every later turn you lay one or two tracks on single lines, and each must touch your network. Lay the two that glow strongly, towards Helena, and confirm.',
    tutorLayDone: 'Two tracks on single lines: that is a usual turn.',
    tutorDouble:
        'A bridge or a tunnel is a double line: one track on it is the whole turn, and in the scoring it counts two. Lay the tunnel into Helena.',
    tutorDoubleDone: 'Helena is reached: its card says so.',
    tutorRefused:
        'Nothing can go wrong: what the rules forbid is refused with a reason. Try it, and click the marked line far in the east.',
    tutorRefusedDone:
        'The line does not touch your network, so the turn goes on as if nothing had happened. The letter and number name the rule.',
    tutorMeet:
        'Black track belongs to nobody. Your network and that of Player 2 are one line apart: lay it.',
    tutorMeetDone:
        'Now it is one network, for both of you: you may build on from all of it. St. Louis is in it, too, if you should need it.',
    tutorEnd: 'Late in a round: one track is missing to your fifth city, New Orleans. Lay it.',
    tutorEndDone:
        'You have joined all five cities, so the round is over at once and you lose nothing. Player 2 loses what the drawn lines cost: 4 points. When a locomotive passes the barrier the game ends, and the most points win.',
    tutorFerry:
        'Trans Europa has ferries: green waves that take two tracks, one for each half. Lay one half of the ferry between Amsterdam and London, and a single track with it if you like.',
    tutorFerryDone: 'Only one half in a turn, and nobody travels until both lie.',
    tutorOwn:
        'Somebody must lay the other half. You have three tracks of your own colour for this in a round: choose “My colour”, then the ferry, and confirm.',
    tutorOwnDone:
        'The ferry is finished. Since one half is black everybody may use it; with two coloured halves it would belong to their owners alone. That is all: have a good journey!',

    // Learn to play
    learnTitle: 'Learn to play',
    learnGoal: 'The goal',
    learnGoalText:
        'Everybody holds five secret cities, one of each colour, spread over the map. Join them all by track before the others have joined theirs. Whoever is not done when somebody is, loses a point for every piece of track that is still missing.',
    learnTurn: 'Your turn',
    learnTurnText:
        'In the first turn of a round you place your start marker on any free junction. In every later turn you lay one or two tracks on single lines, or one track on a double line: rivers and mountains cost twice the work.\nA track must touch your network: what can be reached from your marker along tracks.',
    learnNetwork: 'Tracks belong to everybody',
    learnNetworkText:
        'Nobody owns black track. When two networks meet they are one, and both players may build from all of it. So let the others work for you, and do not show too early where you want to go.',
    learnEnd: 'The end of a round and of the game',
    learnEndText:
        'As soon as somebody has joined all five cities the round is over. Everybody else loses what the cheapest missing track would cost: 1 for a single line, 2 for a double one. Your locomotive starts at 13 points. After the second round the barrier moves up to the last locomotive. When somebody has passed it, the most points win.',
    learnFerries: 'Trans Europa: ferries',
    learnFerriesText:
        'A green wavy line is a ferry: it takes two tracks, one for each half, and carries nobody until both lie. One half for each turn, with another single track if you like.\nA half may be of your own colour, of which you have three in a round. If both halves are coloured, only their owners may use the ferry. In Trans Europa you may finish your turn even when you are connected, and the game ends at one point.',
    learnVariants: 'Variants',
    learnVariantsText:
        'Open cards: all cards lie face up, and each round you take over those of your neighbour. Blocking: after your tracks your marker may travel along your network, and nobody builds past the marker of another. Private tracks: three tracks of your own that nobody else may use.',
    learnScreen: 'On this screen',
    learnScreenText:
        'Lines that may be laid glow. A click or tap lays a track provisionally; Undo takes it back, Confirm plays the turn. A click on a line that is not allowed says which rule forbids it. “What do I miss?” draws the cheapest way that is left, and Hint asks the strongest bot.',
    learnKeys: 'By keyboard',
    learnKeysText:
        'Tab goes to the map, Enter onto its lattice; arrows walk from junction to junction, 7 9 4 6 1 3 choose a line as they lie on a keypad, Enter lays it. Or type a turn such as K7-L7 into the field beside the map (key /).\nF confirms, U undoes, R starts over, H asks for a hint, M shows what is missing, K sketches a plan, O lays your own colour, V moves the marker. L tells the last turn, I your cities, P the points, S whose turn it is.',
} satisfies Record<string, Message>;

export type Key = keyof typeof en;
export type Catalogue = Record<Key, Message>;

// The core's sentences are English; those that speak of "the seat" mean the reader here.
export const refusals: Record<string, string> = {
    "it is another seat's turn": 'It is the turn of somebody else',
    "another seat's start marker stands on this junction":
        'The start marker of another player stands on this junction',
    'a seat that can lay a track cannot pass': 'Whoever can lay a track cannot pass',
    "this line does not touch the seat's network": 'This line does not touch your network',
    "neither end of this ferry is in the seat's network":
        'Neither end of this ferry is in your network',
    "another seat's marker blocks the way to this line":
        'The marker of another player blocks the way to this line',
    'the seat has no coloured track left': 'You have no coloured track left',
    'the seat has no private track left': 'You have no private track left',
    'the first track connected the seat and ended the round':
        'Your first track joined your cities and ended the round',
    "another seat's marker stands on this junction":
        'The marker of another player stands on this junction',
};

export default en as Catalogue;
