import { languages } from '#i18n/languages.ts'
import './kit/ui/styles.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './kit/shell/app.tsx'
import { startLanguage } from './kit/i18n/i18n.ts'
import { consoleRouter, pendingMs } from './kit/routing/router.tsx'
import { likelySession } from './kit/auth/session.ts'
import { startColorScheme } from './kit/ui/theme.ts'
import { topBarItems, views } from './screens.tsx'

/**
 * Fetches texts, session and screen in parallel. The first render waits for the texts of the first load, and for the
 * others at most `pendingMs`, so that a fast load renders once.
 */
export async function start(): Promise<void> {
  void likelySession() // also for screens that need no session
  const router = consoleRouter({ views, topBarItems })
  const patience = new Promise((resolve) => setTimeout(resolve, pendingMs))
  const [language] = await Promise.all([startLanguage(), Promise.race([router.load(), patience])])
  startColorScheme()
  const root = document.querySelector('#root')
  if (!root) throw new Error('the page has no root')
  // React renders a transition in small pieces, between which the browser can handle input.
  startTransition(() => createRoot(root).render(<App router={router} direction={languages[language].direction} />))
}
