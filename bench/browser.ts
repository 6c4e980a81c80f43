import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { demoPassword } from './sign-in.ts'

/** The Chromium of the browser tests, as `tools/setup.mjs --test` has found it. */
export async function openBrowser(): Promise<Browser> {
  const file = join(import.meta.dirname, '../node_modules/.cache/browser.json')
  if (!existsSync(file)) throw new Error('No browser has been looked for yet: run node tools/setup.mjs --test')
  const found = JSON.parse(readFileSync(file, 'utf8')) as { executablePath: string; env: Record<string, string> }
  return chromium.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env } as Record<string, string>,
  })
}

/** Signs in through the form, as a user does. */
export async function signInThrough(page: Page, url: string, slug: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.locator('input[autocomplete="username"]').fill(`admin@${slug}.example`)
  await page.locator('input[type="password"]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => at.pathname !== '/login')
}
