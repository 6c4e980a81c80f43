import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { demoPassword } from './sign-in.ts'

/** The Chromium of the browser tests, as `tools/setup.mjs --test` has found it, and the environment that it needs. */
export function foundBrowser(): { executablePath: string; env: Record<string, string> } {
  const file = join(import.meta.dirname, '../node_modules/.cache/browser.json')
  if (!existsSync(file)) throw new Error('No browser has been looked for yet: run node tools/setup.mjs --test')
  const found = JSON.parse(readFileSync(file, 'utf8')) as { executablePath: string; env: Record<string, string> }
  return { ...found, env: { ...process.env, ...found.env } as Record<string, string> }
}

export const openBrowser = (): Promise<Browser> => chromium.launch(foundBrowser())

/**
 * Opens a page and waits until no request has been sent for a while. A stream stays open, so the network is never idle.
 */
export async function openQuietly(page: Page, open: () => Promise<unknown>): Promise<void> {
  let last = performance.now()
  const note = () => (last = performance.now())
  page.on('request', note)
  page.on('requestfinished', note)
  await open()
  while (performance.now() - last < quietMs) await delay(50)
  page.off('request', note)
  page.off('requestfinished', note)
}
const quietMs = 700

/** Signs in through the form, as a user does. */
export async function signInThrough(page: Page, url: string, slug: string): Promise<void> {
  await page.goto(`${url}/login`)
  await fillInSignIn(page, slug)
}

/** As `signInThrough`, where the form is open already. */
export async function fillInSignIn(page: Page, slug: string): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill(`admin@${slug}.example`)
  await page.locator('input[type="password"]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => at.pathname !== '/login')
}
