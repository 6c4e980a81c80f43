import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readBankFiles, type BankAnswer } from '#contract/bank-files.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Answer } from './answer.tsx'
import { Channel } from './channel.tsx'
import { BankFileCard } from './file.tsx'
import { Upload } from './upload.tsx'
import { Waiting } from './waiting.tsx'
import styles from './bank-files.module.css'

/** Payouts that leave in files for the merchant's own bank: what is ready, the files, and what the bank's answers did. */
export function BankFilesTab(): ReactNode {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState<BankAnswer | null>(null)
  const read = useCall(readBankFiles, { query: {} })
  if (!read.data) return <Unanswered query={read} lines={6} />
  const { channels, files, waiting } = read.data
  return (
    <>
      {channels.map((channel) => (
        <Channel key={channel.channel_key} channel={channel} />
      ))}
      <Section title={t(($) => $.bankFiles.answers)} end={<Upload onAnswer={setAnswer} />}>
        <p className={styles['hint']}>{t(($) => $.bankFiles.uploadHint)}</p>
      </Section>
      {answer && <Answer answer={answer} />}
      {waiting.length > 0 && <Waiting lines={waiting} />}
      <Section title={t(($) => $.bankFiles.latest)}>
        {files.length === 0 ? (
          <p className={styles['hint']}>{t(($) => $.bankFiles.none)}</p>
        ) : (
          <ul className={styles['cards']}>
            {files.map((file) => (
              <BankFileCard key={file.file_id} file={file} />
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}
