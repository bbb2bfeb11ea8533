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

const says = (page, words) =>
    page.waitForFunction(
        (text) => [...document.querySelectorAll('.notice')].some((one) => one.textContent === text),
        words,
    );

const ada = await device();
const first = await me(ada);

await check('a name is kept; an empty one is refused with a sentence', async () => {
    await ada.fill('#my-name', '  ');
    await ada.click('.my-name button');
    await ada.waitForSelector('.my-name [role="status"]:text("1 to 32 characters")');
    await ada.fill('#my-name', 'Ada');
    await ada.click('.my-name button');
    await ada.waitForSelector('.my-name [role="status"]:text("Kept.")');
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
    await says(ada, 'The account is made. You can sign in with it on any device.');
    await ada.waitForSelector('text=Signed in as ada-1815.');
    same({ ...first, name: 'Ada', login: 'ada-1815' }, await me(ada));
    const phone = await device({ width: 360, height: 740 });
    await fill(phone, 'sign-in', 'ada-1815', 'difference engine');
    await says(phone, 'The account name or the password is wrong.');
    same('', (await me(phone)).login);
    await fill(phone, 'sign-in', 'ADA-1815', 'analytical engine');
    await says(phone, 'You are signed in.');
    same(first.id, (await me(phone)).id);
    same('Ada', await phone.inputValue('#my-name'));
    await phone.click('button:text("Sign out")');
    await says(phone, 'You are signed out.');
    holds((await me(phone)).id !== first.id, 'still the same person after signing out');
    await phone.waitForSelector('#sign-in');
    same([], phone.problems);
    await phone.context().close();
});

await check('a login of somebody else is refused, a new password replaces the old', async () => {
    const other = await device();
    await fill(other, 'make', 'ADA-1815', 'something else');
    await says(other, 'Somebody else has that account name: choose another.');
    await fill(ada, 'change', 'ada-1815', 'a new password');
    await says(ada, 'The account is changed.');
    await fill(other, 'sign-in', 'ada-1815', 'analytical engine');
    await says(other, 'The account name or the password is wrong.');
    await fill(other, 'sign-in', 'ada-1815', 'a new password');
    await says(other, 'You are signed in.');
    await other.context().close();
});

await check('whoever guesses is told to wait', async () => {
    const guesser = await device();
    for (let i = 0; i < 8; i += 1) {
        await fill(guesser, 'sign-in', 'ada-1815', `guess number ${i}`);
        await guesser.waitForSelector('#sign-in button:enabled');
    }
    await says(guesser, 'That was too often in a short time: wait a little and try again.');
    await guesser.context().close();
});

await check('a server that does not answer: a sentence, and what was typed stays', async () => {
    const page = await device();
    await page.context().setOffline(true);
    await fill(page, 'make', 'grace', 'nanoseconds');
    await says(page, 'The server does not answer. Nothing has changed; try again.');
    same('grace', await page.inputValue('#make-login'));
    await page.context().setOffline(false);
    await page.click('#make button[type="submit"]');
    await says(page, 'The account is made. You can sign in with it on any device.');
    await page.context().close();
});

await check('everything about me is deleted after two questions, and not after one', async () => {
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
    await says(ada, 'Everything about you is deleted. This browser is somebody new.');
    const now = await me(ada);
    holds(now.id !== first.id, 'still the same person');
    same(['', ''], [now.name, now.login]);
    same([], ada.problems);
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
        await page.screenshot({ path: `build/web-shots/account-${name}.png`, fullPage: true });
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
