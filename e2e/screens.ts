import { expect, type Page } from '@playwright/test'
import { screensOf } from '#contract/menu.ts'
import { screens, type Screen, type ScreenName } from '#contract/screens.ts'
import { goTo, newInvoice } from './actions.ts'
import type { RunningApp } from './fixtures.ts'
import { newReconFile, reconciledTwice } from './recon-file.ts'
import { offered, pricedAt } from './subscribed.ts'

/** All screens of the console, as a master sees them, for the specs that look at each. */
export const master = 'admin@atlas.example'
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

export const signedOut = [
  ...all
    .filter(([name, screen]) => isForAll(screen) && !passing.includes(name))
    .map(([, { path }]) => path.replace('$tenant', 'acme')),
  ...['/register#setup=', '/reset-password#token=', '/verify-email#token='].map((path) => path + 'A'.repeat(43)),
]
export const byPath = screensOf({ roles: ['admin'], flags })
  .map(({ screen }) => screen.path)
  .filter((path) => path !== screens.signOut.path)
const byObject = all
  .filter(([name, screen]) => !isForAll(screen) && !passing.includes(name) && !byPath.includes(screen.path))
  .map(([, { path }]) => path)
/** States of a screen that its path alone does not show. */
export const states = [
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

export const objectScreens = Object.keys(linkedFrom)

/** Makes what the screens of objects need that the demo data does not have, once on each server. */
export async function makeObjects(app: RunningApp): Promise<void> {
  const being = made.get(app.url) ?? make(app)
  made.set(app.url, being)
  await being
}
const made = new Map<string, Promise<void>>()

async function make(app: RunningApp): Promise<void> {
  expect(Object.keys(linkedFrom).toSorted(), 'each has an object to show').toEqual(byObject.toSorted())
  await newInvoice(app, {}, master)
  await newReconFile(app, master)
  await reconciledTwice(app, master)
  await offered(app, await pricedAt(app, { name: 'Harbour club' }, master), { customer_name: 'Mei Tan' }, master)
}

/** Opens screens of objects by real links to them, one after the other, and looks at each. */
export async function openObjects(
  page: Page,
  app: RunningApp,
  paths: readonly string[],
  look: () => Promise<void>,
): Promise<void> {
  const links = new Map<string, string>()
  for (const path of paths) {
    const link = await linkTo(page, app, path, links)
    await goTo(page, app, link)
    await look()
    if (sameObject[path] === undefined) continue
    await goTo(page, app, path + new URL(link, app.url).search)
    await look()
  }
}

/** A link to the object of a screen, from where there is one; what it leads through is kept. */
async function linkTo(page: Page, app: RunningApp, path: string, links: Map<string, string>): Promise<string> {
  const known = links.get(path)
  if (known !== undefined) return known
  const from = linkedFrom[path] ?? ''
  await goTo(page, app, from in linkedFrom ? await linkTo(page, app, from, links) : from)
  const begins = sameObject[path] ?? `${path}?`
  const link = await page.locator(`main a[href^="${begins}"]`).first().getAttribute('href', { timeout: 15_000 })
  links.set(path, link ?? '')
  return link ?? ''
}
