// Original file: protos/pagebell/project/v1/project.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateProjectRequest as _pagebell_project_v1_CreateProjectRequest, CreateProjectRequest__Output as _pagebell_project_v1_CreateProjectRequest__Output } from '../../../pagebell/project/v1/CreateProjectRequest.ts';
import type { DeleteProjectRequest as _pagebell_project_v1_DeleteProjectRequest, DeleteProjectRequest__Output as _pagebell_project_v1_DeleteProjectRequest__Output } from '../../../pagebell/project/v1/DeleteProjectRequest.ts';
import type { EnsureProjectRequest as _pagebell_project_v1_EnsureProjectRequest, EnsureProjectRequest__Output as _pagebell_project_v1_EnsureProjectRequest__Output } from '../../../pagebell/project/v1/EnsureProjectRequest.ts';
import type { GetProjectRequest as _pagebell_project_v1_GetProjectRequest, GetProjectRequest__Output as _pagebell_project_v1_GetProjectRequest__Output } from '../../../pagebell/project/v1/GetProjectRequest.ts';
import type { ListProjectsRequest as _pagebell_project_v1_ListProjectsRequest, ListProjectsRequest__Output as _pagebell_project_v1_ListProjectsRequest__Output } from '../../../pagebell/project/v1/ListProjectsRequest.ts';
import type { Project as _pagebell_project_v1_Project, Project__Output as _pagebell_project_v1_Project__Output } from '../../../pagebell/project/v1/Project.ts';
import type { ProjectList as _pagebell_project_v1_ProjectList, ProjectList__Output as _pagebell_project_v1_ProjectList__Output } from '../../../pagebell/project/v1/ProjectList.ts';

export interface ProjectsClient extends grpc.Client {
  CreateProject(argument: _pagebell_project_v1_CreateProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  CreateProject(argument: _pagebell_project_v1_CreateProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  CreateProject(argument: _pagebell_project_v1_CreateProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  CreateProject(argument: _pagebell_project_v1_CreateProjectRequest, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  createProject(argument: _pagebell_project_v1_CreateProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  createProject(argument: _pagebell_project_v1_CreateProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  createProject(argument: _pagebell_project_v1_CreateProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  createProject(argument: _pagebell_project_v1_CreateProjectRequest, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  
  DeleteProject(argument: _pagebell_project_v1_DeleteProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  DeleteProject(argument: _pagebell_project_v1_DeleteProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  DeleteProject(argument: _pagebell_project_v1_DeleteProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  DeleteProject(argument: _pagebell_project_v1_DeleteProjectRequest, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  deleteProject(argument: _pagebell_project_v1_DeleteProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  deleteProject(argument: _pagebell_project_v1_DeleteProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  deleteProject(argument: _pagebell_project_v1_DeleteProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  deleteProject(argument: _pagebell_project_v1_DeleteProjectRequest, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  
  EnsureProject(argument: _pagebell_project_v1_EnsureProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  EnsureProject(argument: _pagebell_project_v1_EnsureProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  EnsureProject(argument: _pagebell_project_v1_EnsureProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  EnsureProject(argument: _pagebell_project_v1_EnsureProjectRequest, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  ensureProject(argument: _pagebell_project_v1_EnsureProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  ensureProject(argument: _pagebell_project_v1_EnsureProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  ensureProject(argument: _pagebell_project_v1_EnsureProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  ensureProject(argument: _pagebell_project_v1_EnsureProjectRequest, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  
  GetProject(argument: _pagebell_project_v1_GetProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  GetProject(argument: _pagebell_project_v1_GetProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  GetProject(argument: _pagebell_project_v1_GetProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  GetProject(argument: _pagebell_project_v1_GetProjectRequest, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  getProject(argument: _pagebell_project_v1_GetProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  getProject(argument: _pagebell_project_v1_GetProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  getProject(argument: _pagebell_project_v1_GetProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  getProject(argument: _pagebell_project_v1_GetProjectRequest, callback: grpc.requestCallback<_pagebell_project_v1_Project__Output>): grpc.ClientUnaryCall;
  
  ListProjects(argument: _pagebell_project_v1_ListProjectsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ProjectList__Output>): grpc.ClientUnaryCall;
  ListProjects(argument: _pagebell_project_v1_ListProjectsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ProjectList__Output>): grpc.ClientUnaryCall;
  ListProjects(argument: _pagebell_project_v1_ListProjectsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ProjectList__Output>): grpc.ClientUnaryCall;
  ListProjects(argument: _pagebell_project_v1_ListProjectsRequest, callback: grpc.requestCallback<_pagebell_project_v1_ProjectList__Output>): grpc.ClientUnaryCall;
  listProjects(argument: _pagebell_project_v1_ListProjectsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ProjectList__Output>): grpc.ClientUnaryCall;
  listProjects(argument: _pagebell_project_v1_ListProjectsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pagebell_project_v1_ProjectList__Output>): grpc.ClientUnaryCall;
  listProjects(argument: _pagebell_project_v1_ListProjectsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pagebell_project_v1_ProjectList__Output>): grpc.ClientUnaryCall;
  listProjects(argument: _pagebell_project_v1_ListProjectsRequest, callback: grpc.requestCallback<_pagebell_project_v1_ProjectList__Output>): grpc.ClientUnaryCall;
  
}

export interface ProjectsHandlers extends grpc.UntypedServiceImplementation {
  CreateProject: grpc.handleUnaryCall<_pagebell_project_v1_CreateProjectRequest__Output, _pagebell_project_v1_Project>;
  
  DeleteProject: grpc.handleUnaryCall<_pagebell_project_v1_DeleteProjectRequest__Output, _pagebell_project_v1_Project>;
  
  EnsureProject: grpc.handleUnaryCall<_pagebell_project_v1_EnsureProjectRequest__Output, _pagebell_project_v1_Project>;
  
  GetProject: grpc.handleUnaryCall<_pagebell_project_v1_GetProjectRequest__Output, _pagebell_project_v1_Project>;
  
  ListProjects: grpc.handleUnaryCall<_pagebell_project_v1_ListProjectsRequest__Output, _pagebell_project_v1_ProjectList>;
  
}

export interface ProjectsDefinition extends grpc.ServiceDefinition {
  CreateProject: MethodDefinition<_pagebell_project_v1_CreateProjectRequest, _pagebell_project_v1_Project, _pagebell_project_v1_CreateProjectRequest__Output, _pagebell_project_v1_Project__Output>
  DeleteProject: MethodDefinition<_pagebell_project_v1_DeleteProjectRequest, _pagebell_project_v1_Project, _pagebell_project_v1_DeleteProjectRequest__Output, _pagebell_project_v1_Project__Output>
  EnsureProject: MethodDefinition<_pagebell_project_v1_EnsureProjectRequest, _pagebell_project_v1_Project, _pagebell_project_v1_EnsureProjectRequest__Output, _pagebell_project_v1_Project__Output>
  GetProject: MethodDefinition<_pagebell_project_v1_GetProjectRequest, _pagebell_project_v1_Project, _pagebell_project_v1_GetProjectRequest__Output, _pagebell_project_v1_Project__Output>
  ListProjects: MethodDefinition<_pagebell_project_v1_ListProjectsRequest, _pagebell_project_v1_ProjectList, _pagebell_project_v1_ListProjectsRequest__Output, _pagebell_project_v1_ProjectList__Output>
}
