import './kit/styles.ts'
import { createRoot } from 'react-dom/client'
import { screenAt } from '#contract/screens.ts'
import { App } from './kit/app.tsx'
import { startLanguage } from './kit/i18n.ts'
import { consoleRouter } from './kit/router.tsx'
import { settledSession } from './kit/session.ts'
import { searches, views } from './screens.tsx'

/** Texts, session and screen are fetched beside each other; drawing waits for the texts of the first load only. */
export async function start(): Promise<void> {
  const started = startLanguage()
  void settledSession()
  const screen = screenAt(location.pathname)
  if (screen) void views[screen.name].load().catch(() => undefined)
  const language = await started
  const root = document.querySelector('#root')
  if (!root) throw new Error('the page has no root')
  createRoot(root).render(<App router={consoleRouter(views, searches)} direction={language.direction} />)
}
