import type { ReactNode } from 'react'
import { Section } from '#console/kit/details/detail.tsx'
import styles from './sheet-preview.module.css'

/** The first rows of a sheet as they stand there. */
export function SheetPreview({
  title,
  head,
  rows,
}: {
  title: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}): ReactNode {
  return (
    <Section title={title}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too */}
      <div className={styles['sheet']} role="region" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.map((name, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- titles may stand twice
                <th key={at} scope="col">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have their place alone
              <tr key={row}>
                {head.map((_, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <td key={at}>
                    <bdi>{cells[at] ?? ''}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
