import { Button, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { explainBankLine, readBankFiles, type BankLine } from '#contract/bank-files.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Amount, Reference, Time } from '#console/kit/details/values.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import styles from './bank-files.module.css'

/** Lines of the bank's answers that fit nothing, or differ; each waits until somebody says what it is. */
export function Waiting({ lines }: { lines: readonly BankLine[] }): ReactNode {
  const { t } = useTranslation()
  return (
    <Section title={t(($) => $.bankFiles.waiting)}>
      <Notice title={t(($) => $.bankFiles.waitingText)} />
      <ul className={styles['cards']}>
        {lines.map((line) => (
          <WaitingLine key={line.line_id} line={line} />
        ))}
      </ul>
    </Section>
  )
}

function WaitingLine({ line }: { line: BankLine }): ReactNode {
  const { t } = useTranslation()
  const denied = useDenied('payoutCustodians')
  const [explains, setExplains] = useState(false)
  const { verdict, amount, currency, direction, txn_ref, bank_ref, other_side, text, booked_at } = line
  return (
    <li>
      <div className={styles['head']}>
        <strong>
          <Amount value={amount} currency={currency} />
        </strong>
        <span>{codeWord('bankVerdicts', verdict)}</span>
      </div>
      <Facts
        facts={[
          [
            t(($) => $.bankFiles.payout),
            txn_ref === '' ? undefined : (
              <ScreenLink key="payout" to="managePayouts" search={{ ref: txn_ref }}>
                <bdi dir="ltr">{txn_ref}</bdi>
              </ScreenLink>
            ),
          ],
          [
            t(($) => (direction === 'DBIT' ? $.bankFiles.out : $.bankFiles.in)),
            other_side === '' ? undefined : <bdi key="other_side">{other_side}</bdi>,
          ],
          [t(($) => $.bankFiles.text), text === '' ? undefined : <bdi key="text">{text}</bdi>],
          [
            t(($) => $.bankFiles.bankRef),
            bank_ref === '' ? undefined : <Reference key="bank_ref">{bank_ref}</Reference>,
          ],
          [t(($) => $.bankFiles.booked), <Time key="at" at={booked_at} />],
        ]}
      />
      {!denied && (
        <div className={styles['buttons']}>
          <Button variant="default" onClick={() => setExplains(true)}>
            {t(($) => $.bankFiles.explain)}
          </Button>
        </div>
      )}
      {explains && <Explain line={line} onClose={() => setExplains(false)} />}
    </li>
  )
}

function Explain({ line, onClose }: { line: BankLine; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const callForm = useCallForm(explainBankLine, {
    initial: { explanation: '' },
    path: { line: line.line_id },
    toBody: (values) => values,
    refreshes: [readBankFiles],
    onDone: onClose,
  })
  return (
    <FormDialogue
      {...callForm}
      title={codeWord('bankVerdicts', line.verdict)}
      submit={t(($) => $.bankFiles.explain)}
      onClose={onClose}
    >
      <p>{t(($) => $.bankFiles.explainText)}</p>
      <Textarea
        label={t(($) => $.bankFiles.explanation)}
        autosize
        maxLength={500}
        {...callForm.form.getInputProps('explanation')}
      />
    </FormDialogue>
  )
}
