import { Button, Select } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listReconLayouts, readReconSample, type FileMapping } from '#contract/recon-mappings.ts'
import { mappingFileTypes } from '#contract/recon-mapping-shapes.ts'
import type { ReconChannel } from '#contract/recon-sources.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { ChangedMeanwhile } from '#console/kit/form/changed-meanwhile.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import { ScreenLink, useGo } from '#console/kit/routing/screen-link.tsx'
import { DropSheet } from '#console/kit/ui/sheet.tsx'
import { Advanced } from './advanced.tsx'
import { Charges } from './charges.tsx'
import { Columns } from './columns.tsx'
import { Found } from './found.tsx'
import { Naming } from './naming.tsx'
import { Questions, openQuestions } from './questions.tsx'
import { ReadSoFar } from './read-so-far.tsx'
import { TypeWords } from './type-words.tsx'
import { useMapping } from './use-mapping.ts'
import { Written } from './written.tsx'
import { SaveMapping } from './save-mapping.tsx'
import styles from '../configuration.module.css'

interface AssistantProps {
  channels: readonly ReconChannel[]
  /** The channel that the address names; empty for none. */
  asked: string
  /** The newest version of the mapping that is changed; null for a new one. */
  saved: FileMapping | null
  from: string
  refetch: () => Promise<readonly FileMapping[]>
}

/** Makes a mapping from a sample, or the next version of one: what is uncertain is asked, and all of it can be seen as it is read. */
export function Assistant({ channels, asked, saved, from, refetch }: AssistantProps): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const [channel, setChannel] = useState(saved?.payment_channel_key ?? asked)
  const [answered, setAnswered] = useState<readonly number[]>([])
  const layouts = useCall(listReconLayouts, { query: { environment: environmentOf(useUser()) } })
  const nameOf = (key: string) => layouts.data?.find((one) => one.key === key)?.name ?? ''
  const state = useMapping({
    channel,
    saved,
    from,
    refetch,
    onSaved: ({ rfm_id: id }) =>
      void go({ to: 'reconConfiguration', search: { tab: 'mappings', versions: id } as never }),
  })
  const { edited, change, reading, errors } = state
  const titles = (reading.sample?.headers ?? edited.all_headers ?? []).filter((title) => title !== '')
  const part = { edited, change, titles: [...new Set(titles)], errors }
  const isShown = reading.sample !== null || saved !== null
  const open = openQuestions(reading.found, answered)
  return (
    <>
      <p className={styles['about']}>
        <ScreenLink to="reconConfiguration" search={{ tab: 'mappings' } as never}>
          {t(($) => $.reconConfiguration.allMappings)}
        </ScreenLink>
      </p>
      {state.newer && (
        <ChangedMeanwhile onKeep={state.keepMine} onTake={state.takeTheirs}>
          {t(($) => $.reconConfiguration.mappingChanged, { version: state.newer.version })}
        </ChangedMeanwhile>
      )}
      <Section title={t(($) => $.reconConfiguration.whose)}>
        <div className={styles['fields']}>
          <Select
            label={t(($) => $.reconFiles.channel)}
            placeholder={t(($) => $.reconFiles.chooseChannel)}
            data={channels.map((one) => ({ value: one.payment_channel_key, label: one.name }))}
            value={channel || null}
            disabled={saved !== null}
            searchable
            required
            allowDeselect={false}
            onChange={(key) => setChannel(key ?? '')}
          />
          <RadioChoices
            label={t(($) => $.reconFiles.fileType)}
            value={edited.file_type}
            {...(saved ? { readOnly: true } : {})}
            onChange={(type) => !saved && state.setFileType(type as typeof edited.file_type)}
            choices={mappingFileTypes
              .toReversed()
              .map((value) => ({ value, label: codeWord('reconFileTypes', value) }))}
          />
        </div>
      </Section>
      <DropSheet
        endings={readReconSample.file.endings}
        pending={channel === '' || (reading.pending && !reading.sample)}
        fault=""
        words={{
          drop: t(($) => $.reconConfiguration.dropSample),
          choose: reading.file
            ? t(($) => $.reconConfiguration.otherSample)
            : t(($) => $.reconConfiguration.chooseSample),
          nothingYet: channel ? t(($) => $.reconConfiguration.nothingKept) : t(($) => $.reconFiles.channelFirst),
        }}
        onChoose={(file) => {
          setAnswered([])
          void state.look(file, nameOf)
        }}
      />
      <Found state={state} layouts={layouts.data ?? []} />
      <Questions state={state} answered={answered} onAnswered={setAnswered} />
      {isShown && (
        <>
          <TypeWords {...part} words={reading.sample?.words ?? []} />
          <Columns {...part} />
          <Charges {...part} />
          <Written
            {...part}
            sample={reading.sample}
            onProposeAgain={() => void state.proposeAgain()}
            isOffered={saved === null}
          />
          <Advanced
            {...part}
            sample={reading.sample}
            layout={layouts.data?.find(({ key }) => key === edited.engine_source)?.reading}
          />
        </>
      )}
      <ReadSoFar reading={reading} />
      {isShown && (
        <>
          <Naming {...part} sources={state.sources} />
          <SaveMapping state={state} open={open} channel={channel} isNew={saved === null} />
        </>
      )}
      {!isShown && !reading.file && edited.engine_source === 'SHEET' && layouts.data && (
        <p className={styles['foot']}>
          <Button variant="default" disabled>
            {t(($) => $.reconConfiguration.save)}
          </Button>
          <span className={styles['quiet']}>{t(($) => $.reconConfiguration.sampleFirst)}</span>
        </p>
      )}
      <AskBeforeLeaving unsaved={state.isChanged && !state.isSaving} />
    </>
  )
}
