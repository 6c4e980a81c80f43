import { Button, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  askWithdrawal,
  decideWithdrawal,
  downloadBankFile,
  readBankFiles,
  type BankFile,
} from '#contract/bank-files.ts'
import { listPayouts } from '#contract/payouts.ts'
import { listVirtualAccounts } from '#contract/virtual-accounts.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Reference, Time } from '#console/kit/details/values.tsx'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { saveFile } from '#console/kit/ui/save-file.ts'
import styles from './bank-files.module.css'

/** A file for the bank, with what is still open of it. */
export function BankFileCard({ file }: { file: BankFile }): ReactNode {
  const { t } = useTranslation()
  const { total, currency, state, msg_id, payouts, open_count, made_by, made_at, asked_by, withdrawn_by } = file
  const asked = (value: ReactNode) => (asked_by === '' ? undefined : value)
  return (
    <li>
      <div className={styles['head']}>
        <strong>
          <Amount value={total} currency={currency} />
        </strong>
        <Status of="bankFile" state={state} />
      </div>
      <Facts
        facts={[
          [t(($) => $.bankFiles.payouts), payouts],
          [t(($) => $.bankFiles.open), open_count],
          [t(($) => $.bankFiles.madeAt), <Time key="made" at={made_at} />],
          [t(($) => $.bankFiles.madeBy), <bdi key="by">{made_by}</bdi>],
          [t(($) => $.bankFiles.messageId), <Reference key="id">{msg_id}</Reference>],
          [t(($) => $.bankFiles.askedBy), asked(<bdi>{asked_by}</bdi>)],
          [t(($) => $.bankFiles.reason), asked(<bdi>{file.reason}</bdi>)],
          [t(($) => $.bankFiles.evidence), asked(<bdi>{file.evidence}</bdi>)],
          [
            t(($) => $.bankFiles.withdrawnBy),
            withdrawn_by === '' ? undefined : <bdi key="withdrawn">{withdrawn_by}</bdi>,
          ],
        ]}
      />
      <Acts file={file} />
    </li>
  )
}

function Acts({ file }: { file: BankFile }): ReactNode {
  const { t } = useTranslation()
  const denied = useDenied('payoutCustodians')
  const [asks, setAsks] = useState(false)
  const download = useAction(downloadBankFile)
  const decide = useAction(decideWithdrawal, { refreshes })
  if (denied) return null
  const path = { file: file.file_id }
  const save = async () => {
    const outcome = await download.act({ path, query: {} })
    if (!outcome.ok) return
    const { name, xml } = outcome.answer
    saveFile({ name, file: new Blob([xml], { type: 'application/xml' }) })
  }
  const answer = (decision: 'confirm' | 'refuse') => void decide.act({ path, body: { decision } })
  return (
    <>
      <div className={styles['buttons']}>
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          loading={download.pending}
          onClick={() => void save()}
        >
          {t(($) => $.bankFiles.download)}
        </Button>
        {file.asked_by === '' && file.state === 'Made' && (
          <Button variant="default" onClick={() => setAsks(true)}>
            {t(($) => $.bankFiles.withdraw)}
          </Button>
        )}
        {file.asked_by !== '' && (
          <>
            <Button color="red.8" loading={decide.pending} onClick={() => answer('confirm')}>
              {t(($) => $.bankFiles.confirm)}
            </Button>
            <Button variant="default" loading={decide.pending} onClick={() => answer('refuse')}>
              {t(($) => $.bankFiles.refuse)}
            </Button>
          </>
        )}
      </div>
      <FieldFailure error={decide.error ?? download.error} />
      {asks && <Ask file={file} onClose={() => setAsks(false)} />}
    </>
  )
}

function Ask({ file, onClose }: { file: BankFile; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const callForm = useCallForm(askWithdrawal, {
    initial: { reason: '', evidence: '' },
    path: { file: file.file_id },
    toBody: (values) => values,
    refreshes,
    onDone: onClose,
  })
  const { form } = callForm
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.bankFiles.withdrawTitle)}
      submit={t(($) => $.bankFiles.ask)}
      danger
      onClose={onClose}
    >
      <p>{t(($) => $.bankFiles.withdrawText)}</p>
      <Textarea label={t(($) => $.bankFiles.reason)} autosize maxLength={500} {...form.getInputProps('reason')} />
      <Textarea
        label={t(($) => $.bankFiles.evidence)}
        description={t(($) => $.bankFiles.evidenceHint)}
        autosize
        maxLength={500}
        {...form.getInputProps('evidence')}
      />
    </FormDialogue>
  )
}

const refreshes = [readBankFiles, listPayouts, listVirtualAccounts]
