// Original file: protos/pagebell/project/v1/channel_settings.proto

import type { ChannelSetup as _pagebell_project_v1_ChannelSetup, ChannelSetup__Output as _pagebell_project_v1_ChannelSetup__Output } from '../../../pagebell/project/v1/ChannelSetup.ts';
import type { Long } from '@grpc/proto-loader';

export interface ChannelList {
  'project_id'?: (string);
  'channels'?: (_pagebell_project_v1_ChannelSetup)[];
  'version'?: (number | string | Long);
}

export interface ChannelList__Output {
  'project_id': (string);
  'channels': (_pagebell_project_v1_ChannelSetup__Output)[];
  'version': (number);
}
