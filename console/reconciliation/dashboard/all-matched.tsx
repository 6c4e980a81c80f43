import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowId, ReconFlow } from '#contract/recon-dashboard.ts'
import { listReconFiles } from '#contract/recon-files.ts'
import type { ReconPair } from '#contract/recon-runs.ts'
import { allowed } from '#contract/access.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { accessOf, environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Proofs } from '../files/proof-words.tsx'
import styles from './dashboard.module.css'

/** So many files are named beside the sentence; the list has all. */
const filesNamed = 3

/** Says that nothing is open, where nothing is, with the proofs of the newest files beside it. */
export function AllMatched({ flow, pair }: { flow: ReconFlow; pair: ReconPair }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const of = (id: FlowId) => flow.dataFields.find((field) => field.id === id)?.count ?? 0
  const all = of('sale_transactions')
  const isAll = all > 0 && of('mismatch_no') === all && of('unreconciled_sale_settlements') === 0
  const mayRead = allowed('reconData', accessOf(user))
  const files = useCall(
    listReconFiles,
    { body: { environment: environmentOf(user), pagesize: filesNamed, filters: { data_source: pair.data_source_b, status: 'Success' } } },
    { enabled: isAll && mayRead },
  )
  if (!isAll) return null
  return (
    <section className={styles['all']} data-card>
      <Icon name="check" size={20} />
      <div>
        <h2>{t(($) => $.reconDashboard.allMatched, { count: all })}</h2>
        <ul>
          {files.data?.content.map((file) => (
            <li key={file.recon_id}>
              <ScreenLink to="reconFile" search={{ recon_id: file.recon_id } as never}>
                <bdi>{file.original_file_name}</bdi>
              </ScreenLink>
              <Proofs of={file.proof} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
} // prettier-ignore
