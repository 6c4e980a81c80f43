import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetRemembered } from '#contract/session.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { endSession, userBefore } from '#console/kit/auth/session.ts'
import { leaveThroughProvider } from '#console/kit/auth/sso-logout.ts'
import { useAction } from '#console/kit/api/use-call.ts'

/**
 * Ends the session and goes to the sign-in; after a lost session, the sign-in returns to the address. With single
 * sign-on it goes through the provider's sign-out to the tenant's sign-in. `?forget=` makes the browser forget the
 * remembered user.
 */
export default function SignOut(): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { act } = useAction(forgetRemembered)
  const { redirectFrom, forget } = useScreenSearch('signOut')
  const leave = async () => {
    if (forget) await act({})
    await endSession()
    const tenant = userBefore()?.sso_company
    const search = redirectFrom ? { redirectFrom } : {}
    if (!tenant) return go({ to: 'signIn', search, replace: true })
    if (redirectFrom) return go({ to: 'tenantSignIn', params: { tenant }, search, replace: true })
    return leaveThroughProvider(tenant)
  }
  useEffect(() => {
    void leave()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, on mount
  }, [])
  return <Entry title={t(($) => $.session.signingOut)}>{null}</Entry>
}
