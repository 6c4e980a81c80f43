import { ActionIcon, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screensOf } from '#contract/menu.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { OverScreen } from '#console/kit/ui/over-screen.tsx'
import { paletteKeys } from './overlay.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import styles from './shortcut-sheet.module.css'
import { shortcuts, type Act, type Shortcut } from './shortcuts.ts'
import { screenTitle } from '#console/kit/i18n/words.ts'

interface ShortcutSheetProps {
  /** Whether shortcuts of a single key are switched on. */
  singleKeys: boolean
  onSingleKeys: (on: boolean) => void
  onClose: () => void
}

/** The sheet of all shortcuts, with the switch for shortcuts of a single key. */
export default function ShortcutSheet({ singleKeys, onSingleKeys, onClose }: ShortcutSheetProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const open = new Set(screensOf(accessOf(user)).map(({ name }) => name))
  const shown = shortcuts.filter(({ act }) => typeof act === 'string' || open.has(act.to))
  const words = (act: Act) => (typeof act === 'string' ? t(($) => $.shortcuts.acts[act]) : screenTitle(act.to))
  return (
    <OverScreen label={t(($) => $.shortcuts.title)} onClose={onClose}>
      <header className={styles['head']}>
        <h2>{t(($) => $.shortcuts.title)}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label={t(($) => $.confirm.close)} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </header>
      {/* It scrolls, also by keys. */}
      <div className={styles['sheet']} tabIndex={0} role="group" aria-label={t(($) => $.shortcuts.title)}>
        <Group
          title={t(($) => $.shortcuts.everywhere)}
          shown={shown.filter(({ act }) => typeof act === 'string')}
          words={words}
        />
        <Group
          title={t(($) => $.shortcuts.goTo)}
          shown={shown.filter(({ act }) => typeof act !== 'string')}
          words={words}
        />
      </div>
      <div className={styles['foot']}>
        <Switch
          checked={singleKeys}
          onChange={(event) => onSingleKeys(event.currentTarget.checked)}
          label={t(($) => $.shortcuts.singleKeys)}
          description={t(($) => $.shortcuts.singleKeysHint)}
        />
      </div>
    </OverScreen>
  )
}

interface GroupProps {
  title: string
  shown: readonly Shortcut[]
  words: (act: Act) => string
}
function Group({ title, shown, words }: GroupProps): ReactNode {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {shown.map(({ keys, act }) => (
          <div key={keys.join(' ')}>
            <dt>{words(act)}</dt>
            <dd dir="ltr">
              {(keys[0] === 'Mod' ? [paletteKeys] : keys).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
