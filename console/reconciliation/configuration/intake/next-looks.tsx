import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { timeWords } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { weekdayAt } from './rhythm-words.ts'
import styles from './intake.module.css'

interface NextLooksProps {
  /** Moments as timestamps in UTC. */
  looks: readonly string[]
  /** The zone of the schedule. */
  zone: string
}

/** The next looks in the zone of the schedule and in the merchant's, where they differ. */
export function NextLooks({ looks, zone }: NextLooksProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const own = useTimeZone()
  if (looks.length === 0) return null
  const zones = [...new Set([zone, own])]
  return (
    <table className={styles['looks']}>
      <caption>{t(($) => $.reconIntake.nextLooks)}</caption>
      <thead>
        <tr>
          {zones.map((one) => (
            <th key={one} scope="col">
              {one === own ? t(($) => $.reconIntake.yourZone, { zone: isolated(one) }) : <bdi>{one}</bdi>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {looks.map((at) => (
          <tr key={at}>
            {zones.map((timeZone) => (
              <td key={timeZone}>
                <time
                  dateTime={`${at.replace(' ', 'T')}Z`}
                >{`${weekdayAt(at, timeZone, language)} ${timeWords(at, { language, timeZone })}`}</time>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
