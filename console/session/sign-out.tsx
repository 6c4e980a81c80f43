import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetRemembered } from '#contract/session.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { endSession, userBefore } from '#console/kit/auth/session.ts'
import { leaveThroughProvider } from '#console/kit/auth/sso-logout.ts'
import { useAction } from '#console/kit/api/use-call.ts'

/**
 * Ends the session and goes to the sign-in, which brings the user back when it was lost rather than ended: that of their
 * business, through their provider's own sign-out, where they have single sign-on. With `?forget=` this browser no longer
 * greets the user either.
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the screen is reached
  }, [])
  return <Entry title={t(($) => $.session.signingOut)}>{null}</Entry>
}
