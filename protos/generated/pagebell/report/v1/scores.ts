// Generated from protos/pagebell/report/v1/scores.proto by `npm run generate`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Report, Report__Output } from './report.ts'

export interface ListScoreDaysRequest {
  'account_id'?: (string);
  'project_id'?: (string);
  'from'?: (string);
  '_project_id'?: "project_id";
}

export interface ListScoreDaysRequest__Output {
  'account_id': (string);
  'project_id'?: (string);
  'from': (string);
}

export interface ListWorsenedRequest {
  'account_id'?: (string);
  'project'?: (string);
  'per_page'?: (number);
  '_project'?: "project";
}

export interface ListWorsenedRequest__Output {
  'account_id': (string);
  'project'?: (string);
  'per_page': (number);
}

export interface ProjectScore {
  'project_id'?: (string);
  'runs'?: (number);
  'scores'?: (number);
  'runs_before'?: (number);
  'scores_before'?: (number);
}

export interface ProjectScore__Output {
  'project_id': (string);
  'runs': (number);
  'scores': (number);
  'runs_before': (number);
  'scores_before': (number);
}

export interface ProjectScores {
  'projects'?: (ProjectScore)[];
}

export interface ProjectScores__Output {
  'projects': (ProjectScore__Output)[];
}

export interface ScoreDay {
  'day'?: (string);
  'runs'?: (number);
  'scores'?: (number);
}

export interface ScoreDay__Output {
  'day': (string);
  'runs': (number);
  'scores': (number);
}

export interface ScoreDays {
  'days'?: (ScoreDay)[];
}

export interface ScoreDays__Output {
  'days': (ScoreDay__Output)[];
}

export interface ScoresDefinition extends grpc.ServiceDefinition {
  ListScoreDays: MethodDefinition<ListScoreDaysRequest, ScoreDays, ListScoreDaysRequest__Output, ScoreDays__Output>
  ListWorsened: MethodDefinition<ListWorsenedRequest, WorsenedReports, ListWorsenedRequest__Output, WorsenedReports__Output>
  SumProjectScores: MethodDefinition<SumProjectScoresRequest, ProjectScores, SumProjectScoresRequest__Output, ProjectScores__Output>
}

export interface SumProjectScoresRequest {
  'account_id'?: (string);
  'project_ids'?: (string)[];
  'from'?: (string);
  'before'?: (string);
}

export interface SumProjectScoresRequest__Output {
  'account_id': (string);
  'project_ids': (string)[];
  'from': (string);
  'before': (string);
}

export interface WorsenedReport {
  'report'?: (Report | null);
  'score_before'?: (number);
}

export interface WorsenedReport__Output {
  'report': (Report__Output | null);
  'score_before': (number);
}

export interface WorsenedReports {
  'reports'?: (WorsenedReport)[];
}

export interface WorsenedReports__Output {
  'reports': (WorsenedReport__Output)[];
}
