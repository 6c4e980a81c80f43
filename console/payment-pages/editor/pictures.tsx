import { ActionIcon, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { MoveButtons } from '#console/kit/ui/move-buttons.tsx'
import styles from './editor.module.css'
import type { SectionProps } from './product.tsx'
import { UploadPicture } from './upload.tsx'

const most = 10

/** The pictures of the page in their order, each with words for people who do not see it. */
export function Pictures({ form }: SectionProps): ReactNode {
  const { t } = useTranslation()
  const { pictures } = form.values
  const title = wireWord('pageFields', 'pictures')
  return (
    <div role="group" aria-label={title}>
      <p className={styles['hint']}>{title}</p>
      {pictures.length > 0 && (
        <ul className={styles['pictures']}>
          {pictures.map(({ picture }, at) => (
            <li key={picture} className={styles['picture']}>
              <img src={picture} alt={pictures[at]?.alt ?? ''} />
              <TextInput
                size="xs"
                label={t(($) => $.pageEditor.alt)}
                dir="auto"
                maxLength={200}
                {...form.getInputProps(`pictures.${at}.alt`)}
              />
              <span className={styles['fieldButtons']}>
                <MoveButtons
                  up={t(($) => $.pageEditor.earlier)}
                  down={t(($) => $.pageEditor.later)}
                  isFirst={at === 0}
                  isLast={at === pictures.length - 1}
                  onMove={(by) => form.reorderListItem('pictures', { from: at, to: at + by })}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t(($) => $.pageEditor.removePicture, { number: at + 1 })}
                  onClick={() => form.removeListItem('pictures', at)}
                >
                  <Icon name="close" size={14} />
                </ActionIcon>
              </span>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < most && (
        <UploadPicture
          label={t(($) => $.pageEditor.addPicture)}
          onDrawn={(picture) => {
            if (!pictures.some((one) => one.picture === picture)) form.insertListItem('pictures', { picture, alt: '' })
          }}
        />
      )}
    </div>
  )
}
