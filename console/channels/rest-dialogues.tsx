import { Select, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { endChannelRest, readChannelHealth, restChannel, type ChannelHealth } from '#contract/channel-health.ts'
import { listOwnChannels } from '#contract/channels.ts'
import { limits } from '#contract/limits.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { wayWords } from './channel-words.ts'

interface RestDialogueProps {
  channel: ChannelHealth
  onClose: () => void
}

/** The calls whose answers a rest changes. */
const refreshes = [readChannelHealth, listOwnChannels] as const
const durations = ['15', '60', '240', '1440'] as const

/** The form by which a person lets a channel rest: in which ways, for how long and why. */
export function BeginRest({ channel, onClose }: RestDialogueProps): ReactNode {
  const { t } = useTranslation()
  const { form, onSubmit, pending, failure } = useCallForm(restChannel, {
    initial: { way: '', minutes: '60', reason: '' },
    path: { channelKey: channel.key },
    toBody: ({ way, minutes, reason }) => ({ ...wayOf(way), minutes: Number(minutes), reason }),
    refreshes,
    onDone: onClose,
  })
  const name = isolated(channel.name)
  return (
    <FormDialogue
      title={t(($) => $.channelHealth.restTitle, { name })}
      submit={t(($) => $.channelHealth.restNow)}
      {...{ onSubmit, pending, failure, onClose }}
    >
      <p>{t(($) => $.channelHealth.restText, { name })}</p>
      <WayChoice ways={channel.ways} {...form.getInputProps('way')} />
      <Select
        label={t(($) => $.channelHealth.howLong)}
        data={durations.map((value) => ({ value, label: t(($) => $.channelHealth.minutes[value]) }))}
        allowDeselect={false}
        {...form.getInputProps('minutes')}
      />
      <Reason {...form.getInputProps('reason')} />
    </FormDialogue>
  )
}

/** The form by which a person ends the rests of a channel, and says why. */
export function EndRest({ channel, onClose }: RestDialogueProps): ReactNode {
  const { t } = useTranslation()
  const resting = channel.ways.filter(({ rest }) => rest !== null)
  const { form, onSubmit, pending, failure } = useCallForm(endChannelRest, {
    initial: { way: '', reason: '' },
    path: { channelKey: channel.key },
    toBody: ({ way, reason }) => ({ ...wayOf(way), reason }),
    refreshes,
    onDone: onClose,
  })
  const name = isolated(channel.name)
  return (
    <FormDialogue
      title={t(($) => $.channelHealth.endTitle, { name })}
      submit={t(($) => $.channelHealth.end)}
      {...{ onSubmit, pending, failure, onClose }}
    >
      <p>{t(($) => $.channelHealth.endText, { name })}</p>
      {resting.length > 1 && <WayChoice ways={resting} resting {...form.getInputProps('way')} />}
      <Reason {...form.getInputProps('reason')} />
    </FormDialogue>
  )
}

interface WayChoiceProps {
  ways: ChannelHealth['ways']
  /** The ways are those that rest. */
  resting?: boolean
}
function WayChoice({ ways, resting = false, ...input }: WayChoiceProps): ReactNode {
  const { t } = useTranslation()
  const all = t(($) => (resting ? $.channelHealth.allResting : $.channelHealth.allWays))
  return (
    <Select
      label={t(($) => $.channelHealth.way)}
      data={[
        { value: '', label: all },
        ...ways.map((way) => ({ value: `${way.type} ${way.sub_type}`, label: wayWords(way) })),
      ]}
      allowDeselect={false}
      searchable={ways.length > 10}
      nothingFoundMessage={t(($) => $.list.noMatchTitle)}
      {...input}
    />
  )
}

function Reason(input: object): ReactNode {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t(($) => $.channelHealth.reason)}
      description={t(($) => $.channelHealth.reasonHint)}
      dir="auto"
      autosize
      minRows={2}
      maxLength={limits.restReasonLength}
      required
      {...input}
    />
  )
}

/** The way to pay of a choice; none of the choice of all. */
function wayOf(choice: string): object {
  const [type = '', sub_type = ''] = choice.split(' ')
  return type ? { type, sub_type } : {}
}
