import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listReconReports } from '#contract/recon-reports.ts'
import { listReconPairs } from '#contract/recon-runs.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { CreateReport } from './create.tsx'
import { MadeReports } from './made.tsx'
import { ScheduledReports } from './scheduled.tsx'

const tabs = ['made', 'scheduled'] as const

/** Reports of reconciliation: those that were made, and those that are made again and again. */
export default function ReconReports(): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const search = useScreenSearch('reconReports') as RawSearch
  const open = tabs.find((tab) => tab === search['tab']) ?? 'made'
  const [creating, setCreating] = useState(false)
  const page = Math.max(1, Math.trunc(Number(search['page'] ?? 1)) || 1)
  const reports = useCall(listReconReports, { body: { environment, page } }, { keepPrevious: true })
  const pairs = useCall(listReconPairs, { query: { environment } })
  const create = (
    <Button onClick={() => setCreating(true)} disabled={!pairs.data?.length}>
      {t(($) => $.reconReports.create)}
    </Button>
  )
  return (
    <Screen name="reconReports" wide actions={create}>
      <TabLinks
        screen="reconReports"
        label={screenTitle('reconReports')}
        tabs={tabs.map((tab) => ({ tab, title: t(($) => $.reconReports.tabs[tab]) }))}
        open={open}
      />
      {!reports.data || !pairs.data ? (
        <Unanswered query={reports.data ? pairs : reports} lines={6} />
      ) : pairs.data.length === 0 ? (
        <Empty title={t(($) => $.reconReports.noPairTitle)} text={t(($) => $.reconReports.noPairText)}>
          <ButtonLink to="reconConfiguration">{t(($) => $.reconReports.setUp)}</ButtonLink>
        </Empty>
      ) : open === 'made' ? (
        <MadeReports reports={reports.data} pairs={pairs.data} refetch={() => void reports.refetch()} />
      ) : (
        <ScheduledReports reports={reports.data.scheduled} pairs={pairs.data} />
      )}
      {creating && pairs.data && <CreateReport pairs={pairs.data} onClose={() => setCreating(false)} />}
    </Screen>
  )
}
