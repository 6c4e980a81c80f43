import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { exportCalls, listExports, preparedExportList } from '#contract/exports.ts'
import { fileSize } from '#console/kit/i18n/file-size.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { screenTitle, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { PreparedExport } from './prepared-export.tsx'

const Schedules = lazy(() => import('./schedules.tsx'))
const tabs = ['files', 'schedules'] as const

/** The exports that were prepared in the background, or one of them (`?export=`). */
export default function Exports(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const search = useScreenSearch('exports')
  if (search['export']) return <PreparedExport key={search['export']} exportId={search['export']} />
  const open = tabs.find((tab) => tab === search['tab']) ?? 'files'
  const links = (
    <TabLinks
      screen="exports"
      label={screenTitle('exports')}
      tabs={tabs.map((tab) => ({ tab, title: t(($) => $.exports.tabs[tab]) }))}
      open={open}
    />
  )
  if (open === 'schedules')
    return (
      <Suspense>
        <Schedules tabs={links} />
      </Suspense>
    )
  return (
    <ListScreen
      name="exports"
      table="exports"
      call={listExports}
      list={preparedExportList}
      status="export"
      rowKey={(row) => row.export_id}
      keep={['tab']}
      above={links}
      cells={{
        of: (row) => wireWord('exportOf', row.of),
        format: (row) => wireWord('exportFormats', row.format),
        rows: (row) => numberText(row.rows, language),
        size_bytes: (row) => (row.size_bytes > 0 ? isolated(fileSize(row.size_bytes, language)) : ''),
      }}
      choices={{ of: exportCalls.map((value) => ({ value, label: wireWord('exportOf', value) })) }}
      to={(row) => ({ to: 'exports', search: { export: row.export_id } })}
      empty={{ title: t(($) => $.exports.emptyTitle), text: t(($) => $.exports.emptyText) }}
    />
  )
}
