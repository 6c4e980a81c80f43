import type { Page } from '@playwright/test'
import { newLink } from './actions.ts'
import type { RunningApp } from './fixtures.ts'
type Open = (page: Page, app: RunningApp) => Promise<string>
export const shopperPages: Readonly<Record<string, Open>> = {
  'a payment link': (_, app) => newLink(app),
  'no payment link': async (_, app) => `${app.url}/pay/${'0'.repeat(27)}`,
}
