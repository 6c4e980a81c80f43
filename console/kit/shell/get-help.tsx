import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screens } from '#contract/screens.ts'
import { useHasUser } from '#console/kit/auth/session.ts'

/**
 * A link to a new ticket with the failed request, its screen and its time, and nothing else of the address. It opens
 * in a tab of its own, so that unsaved input stays. Only for a signed-in user.
 */
export function GetHelp({ requestId }: { requestId: string }): ReactNode {
  const { t } = useTranslation()
  if (!useHasUser() || !/^[\w-]{1,64}$/.test(requestId)) return null
  const at = new Date().toISOString().slice(0, 19).replace('T', ' ')
  const search = new URLSearchParams({ new: '1', request: requestId, route: location.pathname, at })
  return (
    // A link inside a sentence is marked by more than its colour (WCAG 1.4.1).
    <a
      href={`${screens.supportTickets.path}?${search}`}
      target="_blank"
      rel="noopener"
      style={{ textDecoration: 'underline' }}
    >
      {t(($) => $.errors.getHelp)}
    </a>
  )
}
