import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconChannel } from '#contract/recon-sources.ts'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import styles from '../configuration.module.css'

/** What a channel lacks most, in the order in which it is set up: a mapping, a file, a way by which files come by themselves. */
export const stepOf = ({ is_set_up: isSetUp, last_file: file, next_expected: next }: ReconChannel, now: string) =>
  !isSetUp
    ? 'map'
    : file === null
      ? 'upload'
      : file.status === 'Validation Failed' || file.status === 'Ingestion Failed'
        ? 'look'
        : next === null
          ? 'plan'
          : next < now
            ? 'late'
            : 'wait'

/** What to do next with a channel, as a button that leads there. */
export function NextStep({ channel, now }: { channel: ReconChannel; now: string }): ReactNode {
  const { t } = useTranslation()
  const mayConfigure = useDenied('reconConfiguration') === null
  const mayLoad = useDenied('reconData') === null
  const step = stepOf(channel, now)
  const words = t(($) => $.reconConfiguration.steps[step])
  const key = channel.payment_channel_key
  const quiet = <span className={styles['quiet']}>{words}</span>
  if (step === 'map')
    return mayConfigure ? (
      <ButtonLink to="reconConfiguration" size="xs" search={{ tab: 'mappings', mapping: 'new', channel: key } as never}>
        {words}
      </ButtonLink>
    ) : (
      quiet
    )
  if (step === 'look' && channel.last_file)
    return (
      <ButtonLink to="reconFile" size="xs" search={{ recon_id: channel.last_file.recon_id } as never}>
        {words}
      </ButtonLink>
    )
  if ((step === 'upload' || step === 'late') && mayLoad)
    return (
      <ButtonLink to="reconData" size="xs" variant={step === 'late' ? 'filled' : 'default'} search={{ channel: key }}>
        {words}
      </ButtonLink>
    )
  if (step === 'plan' && mayConfigure)
    return (
      <ButtonLink to="reconConfiguration" size="xs" variant="default" search={{ tab: 'intake', channel: key } as never}>
        {words}
      </ButtonLink>
    )
  return quiet
}
