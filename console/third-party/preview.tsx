import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ThirdPartyUpload } from '#contract/third-party.ts'
import { Section } from '#console/kit/details/detail.tsx'
import styles from './third-party.module.css'

/** The first rows of a sheet as they stand there. */
export function Preview({ upload: { head, preview } }: { upload: ThirdPartyUpload }): ReactNode {
  const { t } = useTranslation()
  const title = t(($) => $.thirdParty.preview)
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
            {preview.map((cells, row) => (
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
