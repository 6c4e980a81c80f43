import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetRemembered } from '#contract/session.ts'
import { Entry } from '#console/kit/entry.tsx'
import { useGo, useScreenSearch } from '#console/kit/screen-link.tsx'
import { endSession } from '#console/kit/session.ts'
import { useAction } from '#console/kit/use-call.ts'

/**
 * Ends the session and goes to the sign-in, which brings the user back when it was lost rather than ended. With
 * `?forget=` this browser no longer greets the user either.
 */
export default function SignOut(): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { act } = useAction(forgetRemembered)
  const { redirectFrom, forget } = useScreenSearch('signOut')
  const leave = async () => {
    if (forget) await act({})
    await endSession()
    await go({ to: 'signIn', search: redirectFrom ? { redirectFrom } : {}, replace: true })
  }
  useEffect(() => {
    void leave()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the screen is reached
  }, [])
  return <Entry title={t(($) => $.session.signingOut)}>{null}</Entry>
}
