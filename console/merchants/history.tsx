import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#i18n/languages.ts'
import { listMerchantChanges } from '#contract/merchants.ts'
import detail from '#console/kit/details/detail.module.css'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { Time } from '#console/kit/details/values.tsx'
import { stateWord, wireWord } from '#console/kit/i18n/words.ts'
import { languageWord } from './language-word.ts'
import styles from './settings.module.css'
import { isolated } from '#console/kit/i18n/bidi.ts'

/** The changes of the record, newest first. */
export function History(): ReactNode {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(listMerchantChanges, {})
  if (error || !data) return <Unanswered query={{ error, refetch }} lines={3} />
  if (data.length === 0) return <p className={styles['hint']}>{t(($) => $.settings.noHistory)}</p>
  return (
    <ol className={detail['timeline']}>
      {data.map(({ at, actor, changes }, index) => (
        <li key={`${at} ${index}`}>
          {Object.entries(changes).map(([field, { before, after }]) => (
            <span key={field}>
              <span className={detail['event']}>{wireWord('merchantFields', field)}</span>
              {field !== 'logo' && (
                <span className={styles['change']}>
                  {t(($) => $.settings.fromTo, {
                    from: isolated(valueText(field, before)),
                    to: isolated(valueText(field, after)),
                  })}
                </span>
              )}
            </span>
          ))}
          <span className={detail['when']}>
            <Time at={at} zoned /> · {t(($) => $.detail.by)} <bdi>{actor}</bdi>
          </span>
        </li>
      ))}
    </ol>
  )

  function valueText(field: string, value: string | boolean): string {
    if (field === 'language') return languageWord(value as Language)
    if (field === 'status') return stateWord('merchant', String(value))
    if (field === 'kyc_status') return stateWord('kyc', String(value))
    if (typeof value === 'boolean') return t(($) => $.settings.switch[value ? 'on' : 'off'])
    return value || t(($) => $.settings.nothing)
  }
}
