import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screens } from '#contract/screens.ts'
import { useHasUser } from '#console/kit/auth/session.ts'

/**
 * Leads to a ticket that knows which request failed, on which screen and when; nothing else of the address. In a tab of
 * its own, so that what was typed here stays. Only for who is signed in.
 */
export function GetHelp({ requestId }: { requestId: string }): ReactNode {
  const { t } = useTranslation()
  if (!useHasUser() || !/^[\w-]{1,64}$/.test(requestId)) return null
  const at = new Date().toISOString().slice(0, 19).replace('T', ' ')
  const search = new URLSearchParams({ new: '1', request: requestId, route: location.pathname, at })
  return (
    // Among words a link has to be told by more than its colour.
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
