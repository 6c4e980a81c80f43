import { Button, Modal, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateChannel } from '#contract/channels.ts'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { countryOptions } from './channel-words.ts'
import { ofChannels, type Connected, type Entry } from './use-channels.ts'

interface EditChannelProps {
  connection: Connected
  entry: Entry
  onClose: () => void
}

/** The form of a channel's name and country. */
export function EditChannel({ connection, entry, onClose }: EditChannelProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  useReturnFocus()
  const { form, onSubmit, pending, failure } = useCallForm(updateChannel, {
    initial: { name: connection.name, country: connection.country },
    path: { channelId: connection.key },
    toBody: (values) => values,
    blanks: 'sent',
    refreshes: ofChannels,
    onDone: onClose,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.payChannels.editTitle)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <form noValidate className={dialogue['body']} onSubmit={onSubmit}>
        <TextInput
          data-autofocus
          label={wireWord('columns', 'name')}
          description={t(($) => $.payChannels.nameHint)}
          dir="auto"
          autoComplete="off"
          maxLength={60}
          {...form.getInputProps('name')}
        />
        <Select
          label={wireWord('columns', 'country')}
          description={t(($) => $.payChannels.countryHint)}
          data={countryOptions(entry.countries, language)}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t(($) => $.list.noMatchTitle)}
          {...form.getInputProps('country')}
        />
        {failure && <FormFailure error={failure} />}
        <div className={dialogue['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t(($) => $.confirm.cancel)}
          </Button>
          <Button type="submit" loading={pending}>
            {t(($) => $.payChannels.save)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
