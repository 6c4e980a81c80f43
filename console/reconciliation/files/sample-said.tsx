import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listFileMappings } from '#contract/recon-mappings.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { SampleTable } from '../sample-table.tsx'
import { ProofSums } from './proof-sums.tsx'
import { Proofs, ProofWord } from './proof-words.tsx'
import { RowSum } from './row-sum.tsx'
import styles from './files.module.css'

/** What would become of a file that was looked at: what reads it, its rows, what it proves, and its first rows as they are read. */
export function SampleSaid({ sample, channel }: { sample: ReconSample; channel: string }): ReactNode {
  const { t } = useTranslation()
  const { counts, proof, proofs } = sample
  const isRead = sample.reason === ''
  return (
    <div className={styles['said']}>
      {isRead && <ReadBy sample={sample} channel={channel} />}
      {isRead && sample.mapping_id !== '' && (
        <>
          <Warnings sample={sample} />
          <RowsOf sample={sample} />
          {counts.is_whole && (
            <div className={styles['state']}>
              {t(($) => $.reconFiles.proofTitle)}
              {proof.length > 0 ? <Proofs of={proof} /> : <ProofWord state="not_stated" />}
            </div>
          )}
          {proofs.length > 0 && (
            <details className={styles['preview']}>
              <summary>{t(($) => $.reconFiles.proofSums, { count: proofs.length })}</summary>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too */}
              <div
                className={styles['bounded']}
                role="region"
                aria-label={t(($) => $.reconFiles.proofTitle)}
                tabIndex={0}
              >
                <ProofSums proofs={proofs} />
              </div>
            </details>
          )}
        </>
      )}
      {sample.rows.length > 0 && (
        <details className={styles['preview']}>
          <summary>{t(($) => $.reconFiles.preview)}</summary>
          <SampleTable sample={sample} />
        </details>
      )}
    </div>
  )
}

/** The layout, and the mapping that will read the file, or that there is none. */
function ReadBy({ sample, channel }: { sample: ReconSample; channel: string }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const mappings = useCall(listFileMappings, {
    query: { environment, payment_channel_key: channel },
  })
  const { mapping_id, proposal } = sample
  const mapping = mappings.data?.content.find(({ rfm_id }) => rfm_id === mapping_id)
  const layout = proposal.engine_source === 'SHEET' ? '' : proposal.engine_source
  return (
    <>
      <p className={styles['hint']}>
        {layout !== '' && t(($) => $.reconFiles.recognised, { layout })}{' '}
        {mapping_id !== '' &&
          (mapping
            ? t(($) => $.reconFiles.readBy, { mapping: mapping.display_name, version: mapping.version })
            : t(($) => $.reconFiles.noLayout))}
      </p>
      {mapping_id === '' && (
        <Notice role="alert">
          {t(($) => $.reconFiles.noMapping)}{' '}
          <ButtonLink
            to="reconConfiguration"
            variant="default"
            size="xs"
            search={{ tab: 'mappings', channel } as never}
          >
            {t(($) => $.reconFiles.setUp)}
          </ButtonLink>
        </Notice>
      )}
    </>
  )
}

/** What somebody has to know before it is started. */
function Warnings({ sample: { counts, proposal } }: { sample: ReconSample }): ReactNode {
  const { t } = useTranslation()
  const isStrict = proposal.reading.strict ?? true
  return (
    <>
      {!counts.is_whole && <Notice>{t(($) => $.reconFiles.notWhole, { count: counts.rows })}</Notice>}
      {counts.rejected > 0 && (
        <Notice role="alert">
          {isStrict
            ? t(($) => $.reconFiles.wouldBeRefused, { count: counts.rejected })
            : t(($) => $.reconFiles.wouldStayOut, { count: counts.rejected })}
        </Notice>
      )}
    </>
  )
}

function RowsOf({ sample: { counts } }: { sample: ReconSample }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const rules = Object.entries(counts.ignored)
  return (
    <RowSum
      total={counts.rows}
      all={counts.is_whole ? t(($) => $.reconFiles.allRows) : t(($) => $.reconFiles.rowsLookedAt)}
      terms={[
        { name: t(($) => $.reconFiles.toLoad), mean: t(($) => $.reconFiles.toLoadMean), count: counts.records },
        {
          name: t(($) => $.reconFiles.rowsOf.ignored),
          mean:
            rules
              .map(([rule, count]) => `${codeWord('reconRules', rule)}: ${numberText(count, language)}`)
              .join(' · ') || t(($) => $.reconFiles.rowsMean.ignored),
          count: rules.reduce((sum, [, count]) => sum + count, 0),
        },
        {
          name: t(($) => $.reconFiles.rowsOf.rejected),
          mean: t(($) => $.reconFiles.rowsMean.rejected),
          count: counts.rejected,
        },
      ]}
    />
  )
}
