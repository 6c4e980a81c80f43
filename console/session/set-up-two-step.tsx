import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readFactors } from '#contract/factors.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { passkeysHere } from '#console/kit/auth/passkey.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useHasUser } from '#console/kit/auth/session.ts'
import { StepUpHost } from '#console/kit/auth/step-up-host.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { useEnrolling } from './enrolling.tsx'

/** The only screen of a user who has to set up a second factor. */
export default function SetUpTwoStep(): ReactNode {
  return useHasUser() ? <Waiting /> : null
}

function Waiting(): ReactNode {
  const { t } = useTranslation()
  const { data } = useCall(readFactors, {})
  const { startApp, startPasskey, pending, failure, dialogue } = useEnrolling()
  // The button is shown until the answer says that passkeys are not possible.
  const passkeys = data?.passkeys_possible !== false && passkeysHere()
  return (
    <Entry title={t(($) => $.twoStep.requiredTitle)}>
      <p>{t(($) => $.twoStep.requiredText)}</p>
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
        <ScreenLink to="signOut" search={{}} className={styles['other']}>
          {t(($) => $.session.otherUser)}
        </ScreenLink>
      </div>
      {dialogue}
      <StepUpHost />
    </Entry>
  )
}
