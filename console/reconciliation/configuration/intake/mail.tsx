import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { CopiedText, LeftToRight } from '#console/kit/details/values.tsx'
import { Forwarding } from './forwarding.tsx'
import { SenderForm } from './sender-form.tsx'
import type { Intake } from './use-intake.ts'
import { WaitingMails } from './waiting-mails.tsx'
import styles from './intake.module.css'

/** The secret address of the channel, whose mails are taken, and what waits for a decision. */
export function Mail({ intake }: { intake: Intake }): ReactNode {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const { metadata, takes_mail: takesMail } = intake
  const address = metadata.recon_email
  return (
    <Section title={t(($) => $.reconIntake.mail)}>
      {!takesMail ? (
        <p className={styles['about']}>{t(($) => $.reconIntake.mailOff)}</p>
      ) : address === '' ? (
        <>
          <p className={styles['about']}>{t(($) => $.reconIntake.mailAbout)}</p>
          <Button variant="default" onClick={() => setEditing(true)}>
            {t(($) => $.reconIntake.setUpMail)}
          </Button>
        </>
      ) : (
        <>
          <Forwarding code={metadata.recon_confirmation_code} link={metadata.recon_confirmation_link} />
          <WaitingMails intake={intake} />
          <Facts
            facts={[
              [
                t(($) => $.reconIntake.address),
                <CopiedText key="address" copy={t(($) => $.reconIntake.copyAddress)}>
                  {address}
                </CopiedText>,
              ],
              [
                t(($) => $.reconIntake.sender),
                metadata.merchant_psp_email ? (
                  <LeftToRight key="sender">{metadata.merchant_psp_email}</LeftToRight>
                ) : (
                  t(($) => $.reconIntake.nobody)
                ),
              ],
            ]}
          />
          <p className={styles['hint']}>{t(($) => $.reconIntake.mailHint)}</p>
          <div className={styles['acts']}>
            <Button variant="default" onClick={() => setEditing(true)}>
              {t(($) => $.reconIntake.editSender)}
            </Button>
          </div>
        </>
      )}
      {editing && <SenderForm intake={intake} onClose={() => setEditing(false)} />}
    </Section>
  )
}
