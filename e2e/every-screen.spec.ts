import type { Page } from '@playwright/test'
import { screensOf } from '#contract/menu.ts'
import { screens, type Screen, type ScreenName } from '#contract/screens.ts'
import { probesOf } from '#test/probes.ts'
import { chooseColours, expectClean, expectContrast, expectFitting } from './accessible.ts'
import { chooseLanguage, goTo, newInvoice, newLink, signIn } from './actions.ts'
import { expect, test, type RunningApp } from './fixtures.ts'
import { newReconFile, reconciledTwice } from './recon-file.ts'
import { offered, pricedAt } from './subscribed.ts'

/**
 * Every screen: in light colours and from left to right nothing serious for axe to find; in dark colours enough contrast for
 * each style of text that no screen before has shown; from right to left the direction, and nothing wider than the window.
 * What needs an object is opened by a link to a real one, as another screen has it. A master sees them all. A run looks at a
 * share of them, another for each commit; the long form looks at all.
 */
const master = 'admin@atlas.example'
const flags = { master: true, crossBorder: false, onboarded: true, reconAnalytics: false, reconDashboard: true, reconReports: true } // prettier-ignore
const all = Object.entries(screens) as [ScreenName, Screen][]
/** Shown by a state of the session, only passed through, not for masters or switched off: tests of their own look at them. */
const passing: readonly ScreenName[] = [
  'lockScreen',
  'verifyEmail',
  'setUpTwoStep',
  'signOut',
  'ssoCallback',
  'paymentPageEditor',
  'reconAnalytics',
  'remittanceAccounts',
  'remittanceMethods',
  'checkoutPreview',
  'remittanceDashboard',
  'remittances',
  'remittance',
  'remittanceSummary',
  'reserveLedger',
]
const isForAll = ({ access }: Screen) => access === 'signedOut' || access === 'open'

const signedOut = [
  ...all
    .filter(([name, screen]) => isForAll(screen) && !passing.includes(name))
    .map(([, { path }]) => path.replace('$tenant', 'acme')),
  ...['/register#setup=', '/reset-password#token=', '/verify-email#token='].map((path) => path + 'A'.repeat(43)),
]
const byPath = screensOf({ roles: ['admin'], flags })
  .map(({ screen }) => screen.path)
  .filter((path) => path !== screens.signOut.path)
const byObject = all
  .filter(([name, screen]) => !isForAll(screen) && !passing.includes(name) && !byPath.includes(screen.path))
  .map(([, { path }]) => path)
/** States of a screen that its path alone does not show. */
const states = [
  '/integration/api-webhooks?tab=keys',
  '/settings/pay-channel?tab=not-set-up',
  '/settings/pay-channel?tab=reconciliation',
  '/settings/pay-channel?tab=routing',
  '/settings/pay-channel/update-config?channelName=PAYPAL',
  '/settings/payout-channel?tab=not-set-up',
  '/payment-links?q=nothing-like-it',
  '/integration/api-webhooks?tab=security',
  '/master-merchant?tab=invites',
  '/accounts?tab=roles',
  '/invoices?import=new',
  '/invoices?templates=open',
  '/general-settings?tab=invoices',
  '/subscriptions?tab=rules',
  '/subscriptions?tab=clocks',
  '/exports?tab=schedules',
  '/master-merchant/add?kind=invite',
  '/payouts/manage-payouts?tab=batches',
  '/reconciliation/configuration?tab=mappings',
  '/reconciliation/configuration?tab=rules',
  '/reconciliation/configuration?tab=intake',
  '/reconciliation/configuration?tab=fees',
  '/reconciliation/configuration?tab=calendar',
  '/reconciliation/configuration?tab=limits',
  '/reconciliation/exceptions?tab=approvals',
  '/reconciliation/fees?tab=claims',
]
/**
 * Each screen of an object, and where there is a link to one. The payments in VND are of a merchant that the master acts
 * for.
 */
const linkedFrom: Readonly<Record<string, string>> = {
  '/payment-links-details': '/payment-links',
  '/settings/payment-pages-details': '/settings/payment-pages',
  '/invoices/invoices-details': '/invoices',
  '/invoices/invoice-form-update': '/invoices/invoices-details',
  '/subscriptions/details': '/subscriptions',
  '/subscription-price/details': '/subscription-price',
  '/transactions/payments/payment-details': '/transactions/payments?status=Success&currency=VND',
  '/transactions/payments/payment-details/refund': '/transactions/payments/payment-details',
  '/accounts/user-details': '/accounts',
  '/accounts/update-user': '/accounts/user-details',
  '/master-merchant/details': '/master-merchant?q=fuji',
  '/master-merchant/kyc': '/master-merchant/details',
  '/settings/pay-channel/update-config': '/settings/pay-channel',
  '/settings/pay-channel/rule': '/settings/pay-channel?tab=routing',
  '/settings/pay-channel/update-config-onboarding': '/settings/pay-channel?tab=not-set-up',
  '/settings/payout-channel/update-config': '/settings/payout-channel?tab=not-set-up',
  '/payouts/vendors/update-beneficiary': '/payouts/vendors',
  '/payouts/manage-payouts/update-payout': '/payouts/manage-payouts?waits_for=verification',
  '/reconciliation/data/details': '/reconciliation/data/list',
  '/reconciliation/dashboard/details': '/reconciliation/dashboard?tab=settlements&days=all',
  '/reconciliation/exceptions/details': '/reconciliation/exceptions',
  '/reconciliation/settlements/details': '/reconciliation/settlements',
  '/reconciliation/runs/details': '/reconciliation/runs',
  '/reconciliation/runs/compare': '/reconciliation/runs/details',
}
/** What a button opens, and how a link to the same object begins; that is looked at as well. */
const sameObject: Readonly<Record<string, string>> = {
  '/payouts/manage-payouts/update-payout': '/payouts/manage-payouts?ref=',
}

test.describe.configure({ mode: 'parallel' })

test('from left to right: before the sign-in, and what a shopper sees', async ({ page, app }) => {
  test.setTimeout(120_000)
  await lookAtOpen(await looking(page, 'en'), app, 'en')
})

test('from left to right: the screens of a master', async ({ page, app }) => {
  test.setTimeout(180_000)
  const look = await looking(page, 'en')
  await signIn(page, app, '/dashboard', master)
  await lookAt(page, app, probesOf('screens', byPath, 16), look)
})

test('from left to right: the screens of objects, and other states of screens', async ({ page, app }) => {
  test.setTimeout(180_000)
  const look = await looking(page, 'en')
  await signIn(page, app, '/dashboard', master)
  await lookAtObjects(page, app, look)
  await lookAt(page, app, probesOf('states', states, 5), look)
})

test('from right to left: nothing is wider than the window', async ({ page, app }) => {
  test.setTimeout(120_000)
  const look = await looking(page, 'ar')
  await lookAtOpen(look, app, 'ar')
  await signIn(page, app, '/dashboard', master)
  await lookAt(page, app, probesOf('screens from right to left', byPath, 16), look)
  await lookAtObjects(page, app, look)
  await lookAt(page, app, probesOf('states from right to left', states, 5), look)
})

type Look = (url?: string) => Promise<void>

/** What is open to everybody: the screens before the sign-in, and the shopper's page of a link and of none. */
async function lookAtOpen(look: Look, app: RunningApp, language: string): Promise<void> {
  for (const path of probesOf(`signed out in ${language}`, signedOut, 8)) await look(app.url + path)
  for (const link of [await newLink(app), `${app.url}/pay/${'0'.repeat(27)}`]) await look(`${link}?lang=${language}`)
}

async function lookAt(page: Page, app: RunningApp, paths: readonly string[], look: Look): Promise<void> {
  for (const path of paths) {
    await goTo(page, app, path)
    await look()
  }
}

/** Looks at each screen that needs an object, opened by a real link to it. */
async function lookAtObjects(page: Page, app: RunningApp, look: Look): Promise<void> {
  expect(Object.keys(linkedFrom).toSorted(), 'each has an object to show').toEqual(byObject.toSorted())
  await newInvoice(app, {}, master)
  await newReconFile(app, master)
  await reconciledTwice(app, master)
  await offered(app, await pricedAt(app, { name: 'Harbour club' }, master), { customer_name: 'Mei Tan' }, master)
  const links = new Map<string, string>()
  for (const [path, from] of Object.entries(linkedFrom)) {
    await goTo(page, app, links.get(from) ?? from)
    const same = sameObject[path]
    const link = await page.locator(`main a[href^="${same ?? `${path}?`}"]`).first().getAttribute('href', { timeout: 15_000 }) // prettier-ignore
    links.set(path, link ?? '')
    await goTo(page, app, link ?? '')
    await look()
    if (same === undefined) continue
    await goTo(page, app, path + new URL(link ?? '', app.url).search)
    await look()
  }
}

/**
 * Looks at what is open, or at an address first opened. The colours that a screen is not opened in are chosen beside it, so
 * they change once a screen.
 */
async function looking(page: Page, language: 'en' | 'ar'): Promise<Look> {
  let colours: 'light' | 'dark' = 'light'
  await page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' })
  await chooseLanguage(page, language)
  const seen = new Set<string>()
  const checks = { light: () => expectClean(page), dark: () => expectContrast(page, seen) }
  return async (url) => {
    if (url !== undefined) await page.goto(url)
    await page.locator('h1, [data-panel]').first().waitFor()
    expect(await page.locator('html').getAttribute('dir'), page.url()).toBe(language === 'ar' ? 'rtl' : 'ltr')
    await expectFitting(page)
    if (language === 'ar') return
    await checks[colours]()
    colours = colours === 'light' ? 'dark' : 'light'
    await chooseColours(page, colours)
    await checks[colours]()
  }
}
