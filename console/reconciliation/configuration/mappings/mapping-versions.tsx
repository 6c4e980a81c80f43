import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listMappingVersions } from '#contract/recon-mappings.ts'
import type { ReconChannel } from '#contract/recon-sources.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { LeftToRight, Nothing, Time } from '#console/kit/details/values.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink, ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { changeWords } from './change-words.ts'
import { fieldName } from './field-name.ts'
import styles from '../configuration.module.css'

/** All versions of a mapping, the newest first, each with what it changed: was and is. */
export function MappingVersions({ rfmId, channels }: { rfmId: string; channels: readonly ReconChannel[] }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const query = useCall(listMappingVersions, { path: { rfm_id: rfmId }, query: { environment } })
  const back = (
    <p className={styles['about']}>
      <ScreenLink to="reconConfiguration" search={{ tab: 'mappings' } as never}>
        {t(($) => $.reconConfiguration.allMappings)}
      </ScreenLink>
    </p>
  )
  if (!query.data) return <Unanswered query={query} lines={8} missing={back} />
  const [newest] = query.data
  if (!newest) return back
  const channel = channels.find((one) => one.payment_channel_key === newest.payment_channel_key)
  return (
    <>
      {back}
      {query.data.map((version) => (
        <Section
          key={version.rfm_id}
          title={t(($) => $.reconConfiguration.versionOf, { name: version.display_name, version: version.version })}
          end={
            <Offered rule="reconConfiguration">
              <ButtonLink
                to="reconConfiguration"
                size="xs"
                variant={version === newest ? 'filled' : 'default'}
                search={
                  {
                    tab: 'mappings',
                    mapping: newest.rfm_id,
                    ...(version !== newest && { from: version.rfm_id }),
                  } as never
                }
              >
                {version === newest ? t(($) => $.reconConfiguration.edit) : t(($) => $.reconConfiguration.takeUp)}
              </ButtonLink>
            </Offered>
          }
        >
          <p className={styles['about']}>
            <bdi>{channel?.name ?? version.payment_channel_key}</bdi> · <bdi>{version.saved_by}</bdi> ·{' '}
            <Time at={version.created_at} zoned />
            {version.is_in_use && <> · {t(($) => $.reconConfiguration.inUse)}</>}
          </p>
          <Changes of={version.changes} />
        </Section>
      ))}
    </>
  )
}

function Changes({ of: changes }: { of: readonly { field: string; was: string; is: string }[] }): ReactNode {
  const { t } = useTranslation()
  if (changes.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too
    <div className={styles['wide']} role="region" aria-label={t(($) => $.reconConfiguration.changesLabel)} tabIndex={0}>
      <table className={styles['changes']}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.reconConfiguration.changed)}</th>
            <th scope="col">{t(($) => $.reconConfiguration.was)}</th>
            <th scope="col">{t(($) => $.reconConfiguration.is)}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, was, is }) => (
            <tr key={field}>
              <th scope="row">{fieldName(field)}</th>
              <td>
                <Words field={field} text={was} />
              </td>
              <td>
                <Words field={field} text={is} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Words({ field, text }: { field: string; text: string }): ReactNode {
  if (text === '') return <Nothing />
  const [first = '', ...others] = changeWords(field, text)
  if (others.length === 0) return first === text ? <LeftToRight>{text}</LeftToRight> : first
  return (
    <ul className={styles['words']}>
      {[first, ...others].map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}
