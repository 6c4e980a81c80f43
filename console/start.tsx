import './kit/styles.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './kit/app.tsx'
import { startLanguage } from './kit/i18n.ts'
import { consoleRouter, pendingMs } from './kit/router.tsx'
import { settledSession } from './kit/session.ts'
import { startColorScheme } from './kit/theme.ts'
import { searches, views } from './screens.tsx'

/**
 * Texts, session and screen are fetched beside each other. Drawing waits for the texts of the first load, and for the rest
 * no longer than for any screen: what is there by then is drawn once.
 */
export async function start(): Promise<void> {
  void settledSession() // of a screen for anybody too
  const router = consoleRouter(views, searches)
  const patience = new Promise((resolve) => setTimeout(resolve, pendingMs))
  const [language] = await Promise.all([startLanguage(), Promise.race([router.load(), patience])])
  startColorScheme()
  const root = document.querySelector('#root')
  if (!root) throw new Error('the page has no root')
  // A transition is drawn in small pieces, between which the browser hears.
  startTransition(() => createRoot(root).render(<App router={router} direction={language.direction} />))
}
