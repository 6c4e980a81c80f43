import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readFactors } from '#contract/factors.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { passkeysHere } from '#console/kit/auth/passkey.ts'
import { ownPath } from '#console/kit/routing/redirect-from.ts'
import { ScreenLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { useHasUser, useUser } from '#console/kit/auth/session.ts'
import { StepUpHost } from '#console/kit/auth/step-up-host.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { useEnrolling } from './enrolling.tsx'

/** The only screen of a user who has to set up a second factor; also for one whom an act that needs it has led here (`?redirectFrom=`). */
export default function SetUpTwoStep(): ReactNode {
  return useHasUser() ? <Waiting /> : null
}

function Waiting(): ReactNode {
  const { t } = useTranslation()
  const { must_set_up_two_step: must } = useUser()
  const { redirectFrom = '' } = useScreenSearch('setUpTwoStep')
  const { data } = useCall(readFactors, {})
  const { startApp, startPasskey, pending, failure, dialogue } = useEnrolling()
  // The button is shown until the answer says that passkeys are not possible.
  const passkeys = data?.passkeys_possible !== false && passkeysHere()
  return (
    <Entry title={t(($) => $.twoStep.requiredTitle)}>
      <p>{t(($) => (must ? $.twoStep.requiredText : $.twoStep.wantedText))}</p>
      <div className={styles['fields']}>
        <Button onClick={startApp} loading={pending} fullWidth>
          {t(($) => $.twoStep.useApp)}
        </Button>
        {passkeys && (
          <Button
            variant="default"
            loading={pending || !data}
            onClick={() => startPasskey(t(($) => $.twoStep.passkeyNumber, { number: 1 }))}
            fullWidth
          >
            {t(($) => $.twoStep.addPasskey)}
          </Button>
        )}
        {failure}
        {must ? (
          <ScreenLink to="signOut" search={{}} className={styles['other']}>
            {t(($) => $.session.otherUser)}
          </ScreenLink>
        ) : (
          <a href={ownPath(redirectFrom, location.origin) ?? '/'} className={styles['other']}>
            {t(($) => $.twoStep.notNow)}
          </a>
        )}
      </div>
      {dialogue}
      <StepUpHost />
    </Entry>
  )
}
