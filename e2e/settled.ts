import type { Page } from '@playwright/test'
import { expect, type RunningApp } from './fixtures.ts'

/** The simulator's SFTP server, as its desk shows it. */
export interface SettledServer {
  host: string
  port: number
  fingerprint: string
  user: string
  password: string
  changeHostKey(): Promise<void>
}

/** Closes the day at the simulator's desk, so that its files are there, and reads how they are fetched. */
export async function closedDay(page: Page, app: RunningApp): Promise<SettledServer> {
  const { hostname, port } = new URL(app.url)
  const desk = `http://${hostname}:${Number(port) + 1}/desk/settlement`
  const shown = await page.context().newPage()
  await shown.goto(desk)
  await shown.locator('[value="close"]').click()
  await shown.locator('a[href^="/desk/settlement/"]').first().click()
  const facts = await shown.locator('dd').allInnerTexts()
  await shown.close()
  const [address = '', fingerprint = '', user = '', password = ''] = facts
  expect(fingerprint).toMatch(/^SHA256:/)
  return {
    host: '127.0.0.1',
    port: Number(/port (\d+)/.exec(address)?.[1]),
    fingerprint,
    user,
    password,
    async changeHostKey() {
      const again = await page.context().newPage()
      await again.goto(desk)
      await again.locator('[value="host_key"]').click()
      await again.waitForLoadState()
      await again.close()
    },
  }
}
