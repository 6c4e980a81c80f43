import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type english from '#i18n/en/console.json'
import { chooseLanguage, signIn, someoneElse } from './actions.ts'
import { expect, type RunningApp } from './fixtures.ts'

type Language = 'en' | 'ar'
export const textsOf = (language: Language) =>
  JSON.parse(readFileSync(`i18n/${language}/console.json`, 'utf8')) as typeof english

/** Somebody at a window of their own, in their language, with an app that shows codes. */
export interface Person {
  page: Page
  texts: typeof english
  key: string
}

/** Signs somebody in, who is led to set up a second factor, and back to the screen that asked for it. */
export async function comes(browser: Browser, app: RunningApp, role: string, at: { language: Language; path: string }): Promise<Person> {
  const page = await someoneElse(browser)
  const texts = textsOf(at.language)
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

/** The code of the newest message that has one. */
export async function codeInOutbox(page: Page, app: RunningApp): Promise<string> {
  const text = await (await page.request.get(`${app.url}/sandbox/outbox`)).text()
  return /<h2[^>]*>[^<\d]*(\d{6})[^<\d]/.exec(text)?.[1] ?? ''
}
