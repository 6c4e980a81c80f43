import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import type { tryRoute } from '#contract/routing.ts'
import { shareWords } from '#console/kit/i18n/names.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import styles from './routing.module.css'

type Tried = WireOutput<typeof tryRoute>

/** Which channels a tried payment goes to, by which rule, and what was passed over. */
export function TriedPayment({ tried }: { tried: Tried }): ReactNode {
  const { t } = useTranslation()
  const { is_offered: isOffered, choices, rules, skipped } = tried
  if (!isOffered) return <p className={styles['outcome']}>{t(($) => $.routing.tried.notOffered)}</p>
  return (
    <div className={styles['outcome']}>
      {choices.length === 0 ? (
        <p>{t(($) => $.routing.tried.nobody)}</p>
      ) : (
        <ol className={styles['choices']} aria-label={t(($) => $.routing.channels)}>
          {choices.map((choice) => (
            <li key={choice.channel_key}>
              <strong>
                <bdi>{choice.channel_name}</bdi>
              </strong>
              <span className={styles['under']}>
                <Why choice={choice} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {skipped.length > 0 && (
        <>
          <h3>{t(($) => $.routing.tried.skipped)}</h3>
          <ul className={styles['plain']}>
            {skipped.map(({ channel_key, channel_name, why }) => (
              <li key={channel_key}>
                <bdi>{channel_name}</bdi>
                <span className={styles['under']}>{t(($) => $.routing.skips[why])}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t(($) => $.routing.rules)}</h3>
      <ul className={styles['plain']}>
        {rules.map(({ routing_ref: ref, name, is_draft: isDraft, is_default: isDefault, unmet }) => (
          <li key={ref} data-draft={isDraft || undefined}>
            <bdi>{name}</bdi>
            <span className={styles['under']}>
              {unmet === ''
                ? t(($) => (isDefault ? $.routing.tried.asDefault : $.routing.tried.decides))
                : t(($) => $.routing.unmet[unmet])}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Why a channel has its place: by its rule and rank, or without a rule. */
function Why({ choice }: { choice: Tried['choices'][number] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { reason, name, rank, share } = choice
  const params = { rule: isolated(name), rank, share: shareWords(share, language) }
  return t(($) => $.routing.why[reason], params)
}
