import { waitFor, type TestStack } from '@querent/testing';
import { en } from '../../../../apps/console/src/i18n/en';
import { zh } from '../../../../apps/console/src/i18n/zh';
import { signInProblems } from '../../../../apps/gateway/src/auth/oidc/sign-in-error';
import { CLIENT_ID, startOpenIdIssuer, type OpenIdIssuer } from '../../../../apps/gateway/src/testing/openid-issuer';
import { freePort, startBuiltService, type BuiltService } from '../../product/built-service';
import { leavePlainStack, plainStack } from '../../product/plain-stack';
import { axeViolations } from '../axe-violations';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import { openPage } from '../open-page';
import { picture } from '../picture';
import { answerOf, askByKeyboard, field } from './asking';
import { languages, questions, words } from './words';

/** The user leaves for the issuer, and the page asks for a session before anyone has signed in. */
const expected = [
  /another origin: GET http:\/\/localhost:/,
  /status of 401.*\/v1\/session/,
  /status of 404.*\/feedback/,
];
const rights = { tenant: 'demo', scope: 'query', name: 'Ada 王' };

describe('the sign-in of an organisation', () => {
  let browser: OpenedBrowser;
  let stack: TestStack;
  let issuer: OpenIdIssuer;
  let gateway: BuiltService;
  beforeAll(async () => {
    // For a browser, localhost is another site than 127.0.0.1: it does not send strict cookies after the redirect.
    [browser, stack, issuer] = await Promise.all([
      openBrowser(),
      plainStack(),
      startOpenIdIssuer({ host: 'localhost', page: true }),
    ]);
    const port = await freePort();
    const env = {
      REDIS_URL: stack.redisUrl,
      QUERENT_DEMO_DATABASE_URL: '',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      JWT_ISSUER: issuer.url,
      OIDC_CLIENT_ID: CLIENT_ID,
    };
    gateway = await startBuiltService('gateway', env, port);
    await stack.ready();
    const isReady = async (): Promise<boolean> => (await fetch(`${gateway.url}/readyz`)).ok;
    await waitFor(() => isReady().catch(() => false), { timeoutMs: 60_000 });
  }, 120_000);
  afterAll(async () => {
    gateway?.kill('SIGTERM');
    await gateway?.exited;
    await browser?.close();
    await issuer?.stop();
    await leavePlainStack();
  }, 60_000);
  beforeEach(() => {
    issuer.isAway = false;
    issuer.behave({ idClaims: rights });
  });

  it.each(languages)('opens the console, and returns to the address of a run (%s)', async (locale) => {
    const name = words[locale];
    const { page, findings, close } = await openPage(browser, { url: gateway.url, locale, expected });
    await page.goto('/');
    await page.getByRole('button', { name: name.organisation }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, `sign-in/organisation-${locale}`);
    await page.getByRole('button', { name: name.organisation }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Continue' }).click();
    await field(page, locale).waitFor();
    expect(page.url()).toBe(`${gateway.url}/`);
    await page.locator('.examples').waitFor();
    await field(page, locale).focus();
    await askByKeyboard(page, questions[locale].planned);
    const answer = await answerOf(page);
    const run = page.url();
    const strict = (await page.context().cookies()).find(({ name: cookie }) => cookie === 'querent-local');
    expect(strict).toMatchObject({ httpOnly: true, sameSite: 'Strict' });

    await page.context().clearCookies();
    await page.goto(run);
    await page.getByRole('button', { name: name.organisation }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    expect(await answerOf(page)).toBe(answer);
    expect(page.url()).toBe(run);
    await page.reload();
    expect(await answerOf(page)).toBe(answer);
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: name.account }).click();
    await page.getByText('Ada 王').waitFor();
    await page.getByRole('menuitem', { name: name.signOut }).click();
    await page.getByRole('button', { name: name.organisation }).waitFor();
    expect(issuer.signOuts.at(-1)?.get('post_logout_redirect_uri')).toBe(`${gateway.url}/`);
    expect(page.url()).toBe(`${gateway.url}/`);
    await page.goto(run);
    await page.getByRole('button', { name: name.organisation }).waitFor();
    expect(await findings()).toEqual([]);
    await close();
  });

  it('has a text for each problem that the gateway reports', () => {
    for (const { signIn } of [en, zh]) expect(Object.keys(signIn.problems).sort()).toEqual([...signInProblems].sort());
  });

  it.each(languages)('explains what to do when it does not succeed, and can be repeated (%s)', async (locale) => {
    const name = words[locale];
    const { page, findings, close } = await openPage(browser, { url: gateway.url, locale, expected });
    const signIn = page.getByRole('button', { name: name.organisation });
    await page.goto('/board');
    await signIn.click();
    issuer.behave({ answer: { code: undefined, error: 'access_denied', error_description: '<b>no</b>' } });
    await page.goBack();
    await signIn.click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('alert').filter({ hasText: name.refused }).waitFor();
    expect(page.url()).toBe(`${gateway.url}/board`);
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, `sign-in/refused-${locale}`);
    expect(await page.content()).not.toContain('access_denied');

    issuer.behave({ idClaims: { tenant: 'demo' } });
    await signIn.click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('alert').filter({ hasText: name.noRights }).waitFor();

    issuer.behave({ idClaims: rights });
    await signIn.click();
    issuer.isAway = true;
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('alert').filter({ hasText: name.issuerAway }).waitFor();
    issuer.isAway = false;
    await signIn.click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('button', { name: name.account }).waitFor();
    expect(page.url()).toBe(`${gateway.url}/board`);
    expect(await findings()).toEqual([]);
    await close();
  });
});
