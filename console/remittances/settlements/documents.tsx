import { Button, FileButton, NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import {
  addRemittanceDocument,
  listRemittanceDocuments,
  readRemittanceDocument,
  remittanceDocumentKinds,
  type RemittanceDocument,
} from '#contract/remittance-documents.ts'
import { readRemittance } from '#contract/remittances.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { fileSize } from '#console/kit/i18n/file-size.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { failureText, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { fileOf, saveFile } from '#console/kit/ui/save-file.ts'
import { acceptOf, SheetFault } from '#console/kit/ui/sheet.tsx'
import styles from './settlements.module.css'

type Kind = RemittanceDocument['kind']

/** The invoices and contracts that a bank asks for before it pays out a settlement. */
export function Documents({ settlementRef }: { settlementRef: string }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const environment = environmentOf(useUser())
  const documents = useCall(listRemittanceDocuments, {
    path: { settlement_ref: settlementRef },
    query: { environment },
  })
  return (
    <Section title={t(($) => $.remittances.documents.title)}>
      {!documents.data ? (
        <Unanswered query={documents} lines={2} />
      ) : (
        <SmallTable<RemittanceDocument>
          rows={documents.data}
          rowKey={({ document_id }) => document_id}
          nothing={t(($) => $.remittances.documents.emptyTitle)}
          columns={[
            { name: 'file', kind: 'text', place: 'head', cell: ({ name }) => <bdi>{name}</bdi> },
            {
              name: 'kind',
              title: t(($) => $.remittances.documents.kind),
              kind: 'text',
              place: 'line',
              cell: ({ kind }) => t(($) => $.remittances.documents.kinds[kind]),
            },
            {
              name: 'size_bytes',
              kind: 'text',
              place: 'line',
              cell: ({ size_bytes }) => fileSize(size_bytes, language),
            },
            { name: 'created_by', kind: 'text', cell: ({ added_by }) => <bdi>{added_by}</bdi> },
            { name: 'created_at', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
            {
              name: 'download',
              title: t(($) => $.remittances.documents.download),
              kind: 'text',
              place: 'line',
              cell: (document) => <Download settlementRef={settlementRef} document={document} />,
            },
          ]}
        />
      )}
      <Add settlementRef={settlementRef} isFull={(documents.data?.length ?? 0) >= limits.remittanceDocuments} />
    </Section>
  )
}

/** Fetched when it is asked for, since the audit log records every read. */
function Download({ settlementRef, document }: { settlementRef: string; document: RemittanceDocument }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const read = useAction(readRemittanceDocument)
  const { document_id, name } = document
  const save = async () => {
    const outcome = await read.act({ path: { settlement_ref: settlementRef, document_id }, query: { environment } })
    if (outcome.ok) saveFile(fileOf(outcome.answer))
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      loading={read.pending}
      aria-label={t(($) => $.remittances.documents.downloadOf, { name: isolated(name) })}
      onClick={() => void save()}
    >
      {t(($) => $.remittances.documents.download)}
    </Button>
  )
}

function Add({ settlementRef, isFull }: { settlementRef: string; isFull: boolean }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const [kind, setKind] = useState<Kind>(remittanceDocumentKinds[0])
  const [fault, setFault] = useState('')
  // A settlement that is held for want of a document may then be sent.
  const add = useAction(addRemittanceDocument, { refreshes: [listRemittanceDocuments, readRemittance] })
  const take = async (file: File | null) => {
    if (!file) return
    setFault('')
    if (file.size > limits.uploadBytes) return setFault(wireWord('reasons', faults.fileTooLarge.reason))
    const outcome = await add.act({ path: { settlement_ref: settlementRef }, file, body: { environment, kind } })
    if (outcome.ok) return
    const [error] = outcome.error.errors
    setFault(error ? fieldText(error) : failureText(outcome.error))
  }
  return (
    <>
      <div className={styles['add']}>
        <NativeSelect
          label={t(($) => $.remittances.documents.kind)}
          value={kind}
          data={remittanceDocumentKinds.map((value) => ({
            value,
            label: t(($) => $.remittances.documents.kinds[value]),
          }))}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
        />
        <FileButton
          onChange={(file) => void take(file)}
          accept={acceptOf(addRemittanceDocument.file.endings)}
          disabled={isFull}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon name="upload" />}
              loading={add.pending}
              disabled={isFull}
            >
              {t(($) => $.remittances.documents.add)}
            </Button>
          )}
        </FileButton>
      </div>
      <p className={styles['hint']}>
        {t(($) => $.remittances.documents.hint, { megabytes: limits.uploadBytes / 1024 / 1024 })}
      </p>
      <SheetFault fault={fault} />
    </>
  )
}
