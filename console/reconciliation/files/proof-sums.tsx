import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconFile, ReconProof } from '#contract/recon-files.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { ProofWord } from './proof-words.tsx'
import styles from './files.module.css'

/** What a file that was read proves. */
export function ProofSection({ file }: { file: ReconFile }): ReactNode {
  const { t } = useTranslation()
  if (file.proofs.length === 0) return null
  return (
    <Section title={t(($) => $.reconFiles.proofTitle)}>
      <ProofSums proofs={file.proofs} reconId={file.recon_id} />
    </Section>
  )
}

interface ProofSumsProps {
  proofs: readonly ReconProof[]
  /** The file whose rows can be opened; none of a sample. */
  reconId?: string
}
/** Each proof as a sum to read: its terms, what they make, what the file states and what is between the two. */
export const ProofSums = ({ proofs, reconId = '' }: ProofSumsProps): ReactNode => (
  <div className={styles['proofSums']}>
    {proofs.map((proof) => (
      <ProofSum
        key={`${proof.kind} ${proof.batch} ${proof.account} ${proof.currency} ${proof.name}`}
        proof={proof}
        reconId={reconId}
      />
    ))}
  </div>
)

function ProofSum({ proof, reconId }: { proof: ReconProof; reconId: string }): ReactNode {
  const { t } = useTranslation()
  const { currency } = proof
  return (
    <section className={styles['proof']} data-state={proof.state}>
      <h3>
        {t(($) => $.reconFiles.proofKinds[proof.kind])} {proof.name !== '' && codeWord('reconProofNames', proof.name)}{' '}
        <span className={styles['proofState']}>
          <ProofWord state={proof.state} />
        </span>
      </h3>
      {proof.batch !== '' && (
        <p>
          {t(($) => $.columns.batch)} <bdi dir="ltr">{proof.batch}</bdi>
        </p>
      )}
      <dl className={styles['sum']}>
        {proof.parts.map((part) => (
          <div key={part.what}>
            <dt>
              {wireWord('recordTypes', part.what, codeWord('reconProofNames', part.what))}
              <small>{t(($) => $.reconFiles.lines, { count: part.count })}</small>
            </dt>
            <dd>
              <ExactAmount value={part.amount} currency={currency} />
            </dd>
          </div>
        ))}
        <Term title={t(($) => $.reconFiles.computed)} value={proof.computed} currency={currency} total />
        <Term title={t(($) => $.reconFiles.stated)} value={proof.stated} currency={currency} />
        {proof.difference !== null && (
          <Term title={t(($) => $.reconFiles.difference)} value={proof.difference} currency={currency} total />
        )}
      </dl>
      {proof.broken_at !== null && (
        <p>
          {t(($) => $.reconFiles.brokenAt, { row: proof.broken_at })}{' '}
          {reconId !== '' && (
            <ScreenLink to="reconFile" search={{ recon_id: reconId, tab: 'rows', bucket: 'loaded' } as never}>
              {t(($) => $.reconFiles.seeRows)}
            </ScreenLink>
          )}
        </p>
      )}
    </section>
  )
}

interface TermProps {
  title: string
  value: string | null
  currency: string
  total?: boolean
}
const Term = ({ title, value, currency, total = false }: TermProps): ReactNode => (
  <div data-total={total || undefined}>
    <dt>{title}</dt>
    <dd>
      <ExactAmount value={value} currency={currency} />
    </dd>
  </div>
)
