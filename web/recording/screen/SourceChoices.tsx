import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { support } from '../capture/devices.ts'
import type { CaptureChoice } from '../types.ts'

interface DeviceProps {
  label: string
  /** The text of a device without a name. */
  unnamed: (number: number) => string
  value: string
  devices: readonly MediaDeviceInfo[]
  /** The text of the entry for the system's device. */
  system: string
  onChange: (id: string) => void
}

/** Chromium lists the system's device a second time under these ids. */
const SYSTEM_IDS = new Set(['default', 'communications', ''])

export function DeviceChoice({ label, unnamed, value, devices, system, onChange }: DeviceProps) {
  const named = devices
    .filter(({ deviceId }) => !SYSTEM_IDS.has(deviceId))
    .map(({ deviceId, label: name }, index) => ({ value: deviceId, label: name || unnamed(index + 1) }))
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: 'default', label: system }, ...named]}
    />
  )
}

interface Props {
  choice: CaptureChoice
  microphones: readonly MediaDeviceInfo[]
  cameras: readonly MediaDeviceInfo[]
  isDisabled: boolean
  onChange: (choice: CaptureChoice) => void
}

/** Choice of the sources: microphone, sound and picture of a tab, window or screen, and camera. */
export function SourceChoices({ choice, microphones, cameras, isDisabled, onChange }: Props) {
  const { t } = useTranslation('recording')
  const { canShareScreen, canShareSystemSound } = support()
  const { microphoneId, screen, cameraId } = choice
  const hasPicture = screen?.picture ?? false
  return (
    <Stack gap="sm">
      <Checkbox
        label={t('setup.microphone')}
        checked={microphoneId !== null}
        disabled={isDisabled}
        onChange={(event) => onChange({ ...choice, microphoneId: event.currentTarget.checked ? 'default' : null })}
      />
      {microphoneId !== null && (
        <DeviceChoice
          label={t('setup.microphoneDevice')}
          system={t('setup.systemDevice')}
          unnamed={(number) => t('setup.unnamedMicrophone', { number })}
          value={microphoneId}
          devices={microphones}
          onChange={(id) => onChange({ ...choice, microphoneId: id })}
        />
      )}
      <Checkbox
        label={t('setup.screen')}
        description={
          canShareScreen
            ? canShareSystemSound
              ? screen && t('setup.screenText')
              : t('setup.noSystemSound')
            : t('setup.noScreen')
        }
        checked={screen !== null}
        disabled={isDisabled || !canShareScreen}
        onChange={(event) => onChange({ ...choice, screen: event.currentTarget.checked ? { picture: false } : null })}
      />
      {screen && (
        <Checkbox
          ml="xl"
          label={t('setup.picture')}
          checked={hasPicture}
          disabled={isDisabled}
          onChange={(event) =>
            onChange({ ...choice, screen: { picture: event.currentTarget.checked }, cameraId: null })
          }
        />
      )}
      {/* A recording has one picture. */}
      {!hasPicture && (
        <Checkbox
          label={t('setup.camera')}
          checked={cameraId !== null}
          disabled={isDisabled}
          onChange={(event) => onChange({ ...choice, cameraId: event.currentTarget.checked ? 'default' : null })}
        />
      )}
      {!hasPicture && cameraId !== null && (
        <DeviceChoice
          label={t('setup.cameraDevice')}
          system={t('setup.systemCamera')}
          unnamed={(number) => t('setup.unnamedCamera', { number })}
          value={cameraId}
          devices={cameras}
          onChange={(id) => onChange({ ...choice, cameraId: id })}
        />
      )}
    </Stack>
  )
}
