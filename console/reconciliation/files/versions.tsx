import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import type { ReconFile } from '#contract/recon-files.ts'
import { listReconRecords, listReconVersions, reconRecordList } from '#contract/recon-rows.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ScreenLink, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import styles from './files.module.css'

/** What this file has changed of what others said: each restated row, and of one (`?row=`) what it was and is. */
export function Versions({ file }: { file: ReconFile }): ReactNode {
  const { row = '' } = useScreenSearch('reconFile') as RawSearch
  return row === '' ? <Restated file={file} /> : <OfRow file={file} row={row} />
}

function Restated({ file }: { file: ReconFile }): ReactNode {
  const { t } = useTranslation()
  const body = { pagesize: 100, filters: { recon_id: file.recon_id, bucket: ['restated' as const] } }
  const restated = useCall(listReconRecords, { body: body as never })
  return (
    <Section title={t(($) => $.reconFiles.restatedTitle)}>
      {restated.data ? (
        <SmallTable
          rows={restated.data.content}
          rowKey={({ record_ref }) => record_ref}
          to={({ row_no }) => ({
            to: 'reconFile',
            search: { recon_id: file.recon_id, tab: 'versions', row: String(row_no) } as never,
          })}
          nothing={t(($) => $.reconFiles.nothingRestated)}
          columns={[
            { name: 'row_no', kind: 'number', cell: ({ row_no }) => row_no },
            { name: 'record_type', kind: 'text', cell: ({ record_type }) => wireWord('recordTypes', record_type) },
            { name: 'provider_ref', kind: 'reference', cell: ({ provider_ref }) => <Reference>{provider_ref}</Reference> },
            { name: 'gross', kind: 'amount', cell: ({ gross, currency }) => <ExactAmount value={gross} currency={currency} /> },
          ]}
        />
      ) : (
        <Unanswered query={restated} lines={4} />
      )}
    </Section>
  )
} // prettier-ignore

type Version = WireOutput<typeof listReconVersions>[number]
/** The fields that are compared, in the order of the list. */
const compared = Object.keys(reconRecordList.columns).filter(
  (name) => !['row_no', 'bucket', 'standing'].includes(name),
) as (keyof Version)[]

function OfRow({ file, row }: { file: ReconFile; row: string }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const versions = useCall(listReconVersions, {
    path: { recon_id: file.recon_id, row_no: row },
    query: { environment },
  })
  return (
    <Section
      title={t(($) => $.reconFiles.versionsOf, { row })}
      end={
        <ScreenLink to="reconFile" search={{ recon_id: file.recon_id, tab: 'versions' } as never}>
          {t(($) => $.reconFiles.restatedTitle)}
        </ScreenLink>
      }
    >
      {versions.data ? (
        <Compared versions={versions.data} here={file.recon_id} />
      ) : (
        <Unanswered query={versions} lines={6} />
      )}
    </Section>
  )
}

/** The versions beside each other, the one that counts first; fields that they differ in are marked. */
function Compared({ versions, here }: { versions: readonly Version[]; here: string }): ReactNode {
  const { t } = useTranslation()
  const shown = compared.filter((name) => versions.some((version) => textOf(version, name) !== ''))
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={t(($) => $.reconFiles.versionsLabel)}>
      <table className={styles['versions']}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.reconFiles.field)}</th>
            {versions.map((version) => (
              <th key={version.record_ref} scope="col">
                <Status of="reconRecord" state={version.standing} />
                <span>
                  {version.recon_id === here ? (
                    <bdi>{version.file_name}</bdi>
                  ) : (
                    <ScreenLink to="reconFile" search={{ recon_id: version.recon_id } as never}>
                      <bdi>{version.file_name}</bdi>
                    </ScreenLink>
                  )}
                </span>
                <small>
                  <Time at={version.file_created_at} />
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((name) => {
            const texts = versions.map((version) => textOf(version, name))
            return (
              <tr key={name} data-differs={new Set(texts).size > 1 || undefined}>
                <th scope="row">{wireWord('columns', name)}</th>
                {texts.map((text, at) => (
                  <td key={versions[at]?.record_ref}>{text === '' ? <Nothing /> : <bdi>{text}</bdi>}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function textOf(version: Version, name: keyof Version): string {
  const value = version[name]
  if (name === 'record_type') return wireWord('recordTypes', String(value))
  if (name === 'marks') return version.marks.map((mark) => codeWord('recordMarks', mark)).join(', ')
  return value === null ? '' : String(value)
}
