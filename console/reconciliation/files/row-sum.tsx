import type { ReactNode } from 'react'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import styles from './files.module.css'

interface Term {
  name: string
  mean: string
  count: number
  /** Where its rows are, if there are some. */
  search?: object
}

/** What becomes of the rows of a file, as a sum that makes all of them. */
export function RowSum({ terms, total, all }: { terms: readonly Term[]; total: number; all: string }): ReactNode {
  const language = useLanguage()
  return (
    <dl className={styles['sum']}>
      {terms.map(({ name, mean, count, search }) => (
        <div key={name}>
          <dt>
            {search && count > 0 ? (
              <ScreenLink to="reconFile" search={search as never}>
                {name}
              </ScreenLink>
            ) : (
              name
            )}
            <small>{mean}</small>
          </dt>
          <dd>{numberText(count, language)}</dd>
        </div>
      ))}
      <div data-total>
        <dt>{all}</dt>
        <dd>{numberText(total, language)}</dd>
      </div>
    </dl>
  )
}
