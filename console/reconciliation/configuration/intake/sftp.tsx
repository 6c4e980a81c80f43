import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SftpTest } from '#contract/recon-intake-shapes.ts'
import { pullReconFiles, testReconSftp } from '#contract/recon-intake.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ServerFacts } from './server-facts.tsx'
import { HostKeyNotice } from './host-key.tsx'
import { PinDialogue, type ShownKey } from './pin-dialogue.tsx'
import { RemoveServer } from './remove-server.tsx'
import { ServerForm } from './server-form.tsx'
import { Tested } from './tested.tsx'
import { intakeReads, useIntakeOf, type Intake } from './use-intake.ts'
import styles from './intake.module.css'

type Open = 'form' | 'remove' | { pin: ShownKey | null } | null

/** The provider's SFTP server: what is known of it, what is to be done next, and what a test has found. */
export function Sftp({ intake }: { intake: Intake }): ReactNode {
  const { t } = useTranslation()
  const { sftp, channel_key: channelKey } = intake
  const { path, environment } = useIntakeOf(channelKey)
  const test = useAction(testReconSftp, { refreshes: intakeReads })
  const pull = useAction(pullReconFiles, { refreshes: intakeReads })
  const [tested, setTested] = useState<SftpTest | null>(null)
  const [open, setOpen] = useState<Open>(null)
  const asked = { path, body: { environment } }
  const runTest = async () => {
    setTested(null)
    const outcome = await test.act(asked)
    if (outcome.ok) setTested(outcome.answer)
  }
  const { state } = sftp
  const shownKey = sftp.other_host_key ?? null
  const isPinned = sftp.host_key !== null
  const mayPull = isPinned && state !== 'host_key_changed'
  const isToPin = state === 'unpinned' && shownKey !== null
  return (
    <Section title={t(($) => $.reconIntake.sftp)} end={state !== 'none' && <Status of="reconSftp" state={state} />}>
      {state === 'none' ? (
        <>
          <p className={styles['about']}>{t(($) => $.reconIntake.sftpAbout)}</p>
          <Button leftSection={<Icon name="plus" />} onClick={() => setOpen('form')}>
            {t(($) => $.reconIntake.setUpSftp)}
          </Button>
        </>
      ) : (
        <>
          <HostKeyNotice sftp={sftp} onPin={(pin) => setOpen({ pin })} />
          <ServerFacts sftp={sftp} />
          <div className={styles['acts']}>
            {isToPin && <Button onClick={() => setOpen({ pin: shownKey })}>{t(($) => $.reconIntake.pinKey)}</Button>}
            {mayPull && (
              <Button loading={pull.pending} onClick={() => void pull.act(asked)}>
                {t(($) => $.reconIntake.lookNow)}
              </Button>
            )}
            <Button
              variant={state === 'unpinned' && !isToPin ? 'filled' : 'default'}
              loading={test.pending}
              onClick={() => void runTest()}
            >
              {t(($) => $.reconIntake.test)}
            </Button>
            <Button variant="default" onClick={() => setOpen('form')}>
              {t(($) => $.reconIntake.edit)}
            </Button>
            <Button variant="default" c="var(--mantine-color-error)" onClick={() => setOpen('remove')}>
              {t(($) => $.reconIntake.remove)}
            </Button>
          </div>
          <FieldFailure error={test.error} />
          <div role="status">{tested && <Tested tested={tested} sftp={sftp} />}</div>
        </>
      )}
      {open === 'form' && <ServerForm intake={intake} onClose={() => setOpen(null)} onSaved={() => setTested(null)} />}
      {open === 'remove' && <RemoveServer intake={intake} onClose={() => setOpen(null)} />}
      {open !== null && typeof open === 'object' && (
        <PinDialogue channelKey={channelKey} pinned={sftp.host_key} shown={open.pin} onClose={() => setOpen(null)} />
      )}
    </Section>
  )
}
