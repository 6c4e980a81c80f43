import type { ReactNode } from 'react'
import type { ScreenName } from '#contract/screens.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import styles from './figures.module.css'

interface FigureCellProps {
  title: string
  value: ReactNode
  /** The list that the figure is of. */
  to: ScreenName
  /** The filters that show its rows; false where there are none. */
  search: object | false
  tone?: 'bad' | undefined
  /** What stands below the figure. */
  children?: ReactNode
}

/** A figure in a strip of figures, which leads to its rows. */
export const FigureCell = ({ title, value, to, search, tone, children }: FigureCellProps): ReactNode => (
  <div className={styles['cell']} data-tone={search ? tone : 'none'}>
    <dt>{title}</dt>
    <dd>
      {search ? (
        <ScreenLink to={to} search={search as never}>
          {value}
        </ScreenLink>
      ) : (
        value
      )}
      {children}
    </dd>
  </div>
)
