import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo, useScreenSearch } from '#console/kit/screen-link.tsx'
import { endSession } from '#console/kit/session.ts'
import { Entry } from './entry.tsx'

/** Ends the session and goes to the sign-in, which brings the user back when it was lost rather than ended. */
export default function SignOut(): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { redirectFrom } = useScreenSearch('signOut')
  useEffect(() => {
    void endSession().then(() => go({ to: 'signIn', search: redirectFrom ? { redirectFrom } : {}, replace: true }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the screen is reached
  }, [])
  return <Entry title={t(($) => $.session.signingOut)}>{null}</Entry>
}
