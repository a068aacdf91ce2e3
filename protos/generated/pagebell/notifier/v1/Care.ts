// Original file: protos/pagebell/notifier/v1/channel_care.proto

import type { KeyFile as _pagebell_notifier_v1_KeyFile, KeyFile__Output as _pagebell_notifier_v1_KeyFile__Output } from '../../../pagebell/notifier/v1/KeyFile.ts';

export interface Care {
  'paused'?: (string)[];
  'key_files'?: (_pagebell_notifier_v1_KeyFile)[];
}

export interface Care__Output {
  'paused': (string)[];
  'key_files': (_pagebell_notifier_v1_KeyFile__Output)[];
}
