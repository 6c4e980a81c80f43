import { languages } from '#i18n/languages.ts'
import './kit/ui/styles.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './kit/shell/app.tsx'
import { startLanguage } from './kit/i18n/i18n.ts'
import { consoleRouter, pendingMs } from './kit/routing/router.tsx'
import { settledSession } from './kit/auth/session.ts'
import { startColorScheme } from './kit/ui/theme.ts'
import { topBarItems, views } from './screens.tsx'

/**
 * Texts, session and screen are fetched beside each other. Drawing waits for the texts of the first load, and for the rest
 * no longer than for any screen: what is there by then is drawn once.
 */
export async function start(): Promise<void> {
  void settledSession() // of a screen for anybody too
  const router = consoleRouter({ views, topBarItems })
  const patience = new Promise((resolve) => setTimeout(resolve, pendingMs))
  const [language] = await Promise.all([startLanguage(), Promise.race([router.load(), patience])])
  startColorScheme()
  const root = document.querySelector('#root')
  if (!root) throw new Error('the page has no root')
  // A transition is drawn in small pieces, between which the browser hears.
  startTransition(() => createRoot(root).render(<App router={router} direction={languages[language].direction} />))
}
