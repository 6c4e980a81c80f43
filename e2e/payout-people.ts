import type { Browser, Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Areas } from '#i18n/areas.ts'
import { languages, type Language } from '#i18n/languages.ts'
import { chooseLanguage, signIn, someoneElse } from './actions.ts'
import { expect, type RunningApp } from './fixtures.ts'
import { textsOf } from './in-language.ts'

/** Somebody at a window of their own, in their language, with an app that shows codes. */
export interface Person {
  page: Page
  texts: Areas['console']
  key: string
}

/** Signs somebody in, who is led to set up a second factor, and back to the screen that asked for it. */
export async function comes(browser: Browser, app: RunningApp, role: string, at: { language: Language; path: string }): Promise<Person> {
  const page = await someoneElse(browser)
  const texts = textsOf(at.language, 'console')
  await chooseLanguage(page, at.language)
  await signIn(page, app, `/set-up-two-step?redirectFrom=${encodeURIComponent(at.path)}`, `${role}@acme.example`)
  await page.getByRole('button', { name: texts.twoStep.useApp }).click()
  const key = String(await page.getByRole('dialog').getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())
  await page.getByRole('dialog').getByLabel(texts.twoStep.firstCode).fill(codeOf(key, 0))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: texts.twoStep.kept }).click()
  await page.waitForURL(`**${at.path}`)
  return { page, texts, key }
} // prettier-ignore
const codeOf = (key: string, later: number) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + later * 30_000 })

/** Proves who they are once more, where that is asked for. */
export async function proves({ page, texts, key }: Person, until: () => Promise<void>): Promise<void> {
  const asked = page.getByRole('dialog', { name: texts.stepUp.title })
  await expect(async () => {
    if (!(await asked.isVisible())) return until()
    await asked.getByLabel(texts.factors.code).fill(codeOf(key, 1))
    await page.keyboard.press('Enter')
    await expect(asked).toHaveCount(0)
    await until()
  }).toPass({ timeout: 10_000 })
}

/** The same person, who chooses another language in the menu. */
export async function turnsTo(person: Person, language: Language): Promise<void> {
  const { page, texts } = person
  await page.getByRole('button', { name: texts.shell.language, exact: true }).click()
  await page.getByRole('menuitem', { name: languages[language].name, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  person.texts = textsOf(language, 'console')
}

type Release = 'verify' | 'approve'
/** The open question whether payouts may go. */
export const askedToRelease = ({ page, texts }: Person, act: Release): Locator =>
  page.getByRole('dialog', { name: texts.payouts.releaseTitle[act] })

/** Has the code for payouts sent to them. */
export async function asksForCode(person: Person, act: Release): Promise<void> {
  const { payouts } = person.texts
  const dialogue = askedToRelease(person, act)
  await dialogue.getByRole('button', { name: payouts.codeByEmail }).click()
  await proves(person, () => expect(dialogue.getByLabel(payouts.code)).toBeVisible({ timeout: 500 }))
}

/** Enters the code that was sent last, and the payouts go. */
export async function entersCode(person: Person, app: RunningApp, act: Release): Promise<void> {
  const { page, texts } = person
  const dialogue = askedToRelease(person, act)
  await dialogue.getByLabel(texts.payouts.code).fill(await codeInOutbox(page, app))
  await page.keyboard.press('Enter')
  await expect(dialogue).toHaveCount(0)
}

/** The code of the newest message that has one. */
async function codeInOutbox(page: Page, app: RunningApp): Promise<string> {
  const text = await (await page.request.get(`${app.url}/sandbox/outbox`)).text()
  return /<h2[^>]*>[^<\d]*(\d{6})(?!\d)/.exec(text)?.[1] ?? ''
}
