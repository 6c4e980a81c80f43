import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { decideReconMail, listReconArrivals, type ReconArrival } from '#contract/recon-intake.ts'
import type { CallInput } from '#console/kit/api/send-call.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { fileSize } from '#console/kit/i18n/file-size.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Notice } from '#console/kit/ui/notice.tsx'
import { intakeReads, useIntakeOf, type Intake } from './use-intake.ts'
import styles from './intake.module.css'

/** Mails of others than the provider's address, each to be taken or refused. */
export function WaitingMails({ intake }: { intake: Intake }): ReactNode {
  const { t } = useTranslation()
  const { environment } = useIntakeOf(intake.channel_key)
  const filters = { state: ['waiting'], way: ['mail'], channel_key: intake.channel_key }
  const asked = { body: { environment, pagesize: 100, filters } } as CallInput<typeof listReconArrivals>
  const { data } = useCall(listReconArrivals, asked, { enabled: intake.waiting_mails > 0 })
  const [decided, setDecided] = useState<readonly string[]>([])
  const { act, pending, error } = useAction(decideReconMail, { refreshes: intakeReads })
  const decide = async (mailId: string, decision: 'accept' | 'refuse') => {
    const outcome = await act({ path: { mail_id: mailId }, body: { environment, decision } })
    if (outcome.ok) setDecided((before) => [...before, mailId])
  }
  const mails = mailsOf(data?.content ?? []).filter(({ mailId }) => !decided.includes(mailId))
  if (intake.waiting_mails === 0 || mails.length === 0) return null
  return (
    <Notice title={t(($) => $.reconIntake.waitingTitle, { count: mails.length })}>
      <p>{t(($) => $.reconIntake.waitingText)}</p>
      <ul className={styles['mails']}>
        {mails.map(({ mailId, files: [first, ...others] }) => (
          <li key={mailId}>
            <div>
              <strong>
                {first.origin ? <LeftToRight>{first.origin}</LeftToRight> : t(($) => $.reconIntake.noSender)}
              </strong>
              <small>
                <Time at={first.at} zoned />
              </small>
              {[first, ...others].map((file) => (
                <File key={file.arrival_id} file={file} />
              ))}
            </div>
            <div className={styles['acts']}>
              <Button
                size="xs"
                variant="default"
                disabled={pending}
                aria-label={t(($) => $.reconIntake.acceptOf, { sender: isolated(first.origin) })}
                onClick={() => void decide(mailId, 'accept')}
              >
                {t(($) => $.reconIntake.accept)}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={pending}
                aria-label={t(($) => $.reconIntake.refuseOf, { sender: isolated(first.origin) })}
                onClick={() => void decide(mailId, 'refuse')}
              >
                {t(($) => $.reconIntake.refuse)}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <FieldFailure error={error} />
    </Notice>
  )
}

function File({ file }: { file: ReconArrival }): ReactNode {
  const language = useLanguage()
  return (
    <span>
      <bdi>{file.name}</bdi> · {fileSize(file.size_bytes, language)}
    </span>
  )
}

interface WaitingMail {
  mailId: string
  files: [ReconArrival, ...ReconArrival[]]
}
/** The mails of these attachments, the newest first. */
function mailsOf(arrivals: readonly ReconArrival[]): WaitingMail[] {
  const mails = new Map<string, WaitingMail>()
  for (const arrival of arrivals) {
    const mail = mails.get(arrival.mail_id)
    if (mail) mail.files.push(arrival)
    else mails.set(arrival.mail_id, { mailId: arrival.mail_id, files: [arrival] })
  }
  return [...mails.values()]
}
